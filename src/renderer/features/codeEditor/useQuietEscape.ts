import { type RefObject, useEffect } from 'react'

/** Keeps Escape inside the editor: it closes the editor's own widgets and not the dialog around it. */
export function useQuietEscape(container: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = container.current
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') event.stopPropagation()
    }
    element?.addEventListener('keydown', onKeyDown)
    return () => element?.removeEventListener('keydown', onKeyDown)
  }, [container])
}
