import { useEffect, useEffectEvent } from 'react'

type EditorKey = 'find' | 'save' | 'search'

/** Ctrl or ⌘ with P (按名称打开), S (保存), or Shift and F (搜索), wherever in the page the focus is. */
export function useEditorKeys(act: (key: EditorKey) => void): void {
  const acted = useEffectEvent(act)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const key = keyOf(event)
      if (!key || document.querySelector('[aria-modal="true"]')) return
      event.preventDefault()
      event.stopPropagation()
      acted(key)
    }
    // Before the code editor, which has keys of its own.
    window.addEventListener('keydown', onKeyDown, true)
    return () => window.removeEventListener('keydown', onKeyDown, true)
  }, [])
}

function keyOf(event: KeyboardEvent): EditorKey | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null
  const key = event.key.toLowerCase()
  if (event.shiftKey) return key === 'f' ? 'search' : null
  return key === 'p' ? 'find' : key === 's' ? 'save' : null
}
