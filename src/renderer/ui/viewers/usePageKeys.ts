import { useEffect, useEffectEvent } from 'react'

/**
 * Keys of what fills the window, wherever its focus is. Fields, players and sliders keep theirs.
 * @param onKey answers whether it has used the key
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
