import { type RefObject, useEffect } from 'react'

/** Keeps Escape inside the editor: it closes the editor's own widgets and not the dialog around it. */
export function useQuietEscape(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = place.current
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') event.stopPropagation()
    }
    element?.addEventListener('keydown', onKeyDown)
    return () => element?.removeEventListener('keydown', onKeyDown)
  }, [place])
}
