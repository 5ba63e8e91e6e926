import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Runs `left` when an input is left: at once, or, when a press of the mouse takes the focus, as the mouse is let go. What
 * `left` changes may move the page, and a button that has moved away from under the mouse would lose its click.
 * @returns what the input's blur calls
 */
export function useLeaving(left: () => void): () => void {
  const pressed = useRef(false)
  const waiting = useRef(false)
  const leave = useEffectEvent(left)
  useEffect(() => {
    const stop = new AbortController()
    const listen = { capture: true, signal: stop.signal }
    window.addEventListener('mousedown', () => void (pressed.current = true), listen)
    window.addEventListener(
      'mouseup',
      () => {
        pressed.current = false
        if (waiting.current) leave()
        waiting.current = false
      },
      listen,
    )
    return () => stop.abort()
  }, [])
  return () => {
    if (pressed.current) waiting.current = true
    else left()
  }
}
