import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'

interface FullScreen {
  full: boolean
  setFull: (full: boolean) => void
  /** The focus has left the editor for this. */
  onFocusGone: (to: EventTarget | null) => void
}

/**
 * Full screen of an editor. The focus moves into it, and back when it ends, so that nothing is typed into a covered
 * field.
 * @param focusShown focuses the visible editor
 */
export function useFullScreen(root: RefObject<HTMLElement | null>, focusShown: () => void): FullScreen {
  const [full, setFull] = useState(false)
  const before = useRef<HTMLElement>(null)
  const enter = useEffectEvent(() => {
    const { activeElement: at } = document
    const isOutside = at instanceof HTMLElement && at !== document.body && !root.current?.contains(at)
    before.current = isOutside ? at : null
    focusShown()
  })
  const leave = useEffectEvent(() => {
    if (!root.current) return
    if (before.current?.isConnected) before.current.focus()
    else focusShown()
  })
  useEffect(() => {
    if (!full) return undefined
    enter()
    // After a click beside the text the body has the focus, so the editor doesn't get the key.
    const onEscape = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && event.target === document.body) setFull(false)
    }
    document.addEventListener('keydown', onEscape)
    return () => {
      document.removeEventListener('keydown', onEscape)
      leave()
    }
  }, [full])

  const onFocusGone = (to: EventTarget | null): void => {
    if (!full || !(to instanceof HTMLElement)) return
    const dialog = root.current?.closest('[role=dialog], [role=alertdialog], main')
    if (!dialog?.contains(to)) return
    // The form has focused another of its fields, such as an invalid one: it must become visible.
    before.current = to
    setFull(false)
  }
  return { full, setFull, onFocusGone }
}
