import { useEffect, useEffectEvent } from 'react'

/**
 * Handles keys of a view that fills the window, wherever the focus is. Fields and players keep their own keys.
 * @param onKey returns whether it has used the key
 */
export function usePageKeys(onKey: (key: string) => boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    const usesKeys = event.target instanceof Element && event.target.matches('input, textarea, select, video, audio')
    if (!usesKeys && onKey(event.key)) event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => press(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
