import { type RefObject, useEffect, useRef } from 'react'
import { isFocusLost } from './focus.ts'
import { type FocusPosition, focusNear, focusPosition } from './focusPosition.ts'

/**
 * When the focused element disappears on a render (a removed tag, the button that removed it), focuses the nearest one.
 * Otherwise the focus would move from a dialog to the page behind it, which hides the dialog from screen readers.
 * @returns a ref for the element around all of it
 */
export function useRestoreFocus<T extends HTMLElement>(): RefObject<T | null> {
  const root = useRef<T>(null)
  const last = useRef<FocusPosition | null>(null)
  useEffect(() => {
    const element = root.current
    if (!element) return undefined
    const onFocus = ({ target }: FocusEvent): void => {
      last.current = target instanceof Element ? focusPosition(target, element) : null
    }
    element.addEventListener('focusin', onFocus)
    return () => element.removeEventListener('focusin', onFocus)
  }, [])
  useEffect(() => {
    const previous = last.current
    if (!previous || previous.element.isConnected) return
    last.current = null
    if (isFocusLost()) focusNear(previous)
  })
  return root
}
