import { useCallback, useEffect, useEffectEvent, useRef } from 'react'

/** Told so long after the last key, ms. */
const QUIET_MS = 300
/** But never later than this after the first, ms; later only where writing the text out takes long. */
const LATEST_MS = 200
const LONGEST_MS = 2000
/** Telling takes one of so many parts of the time at most. */
const SHARE = 20

const waiting = new Set<() => void>()

/** Reports pending changes of all editors now: for reading a form that isn't left. */
export const flush = (): void => {
  for (const flush of waiting) flush()
}

/**
 * Reports changes after a pause in typing, because serialising a long text on each key would be slow; and at once on
 * submit, blur and page hide, so that nothing is lost.
 */
export function useDebouncedChange(tell: () => void): { schedule(): void; flush(): void } {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const since = useRef(0)
  const wait = useRef(LATEST_MS)
  const say = useEffectEvent(tell)
  const latest = useRef(tell)
  useEffect(() => {
    latest.current = tell
  })

  const flush = useCallback(() => {
    if (timer.current === undefined) return
    clearTimeout(timer.current)
    timer.current = undefined
    since.current = 0
    const started = performance.now()
    latest.current()
    wait.current = Math.min(LONGEST_MS, Math.max(LATEST_MS, SHARE * (performance.now() - started)))
  }, [])
  const schedule = useCallback(() => {
    since.current ||= Date.now()
    clearTimeout(timer.current)
    const left = wait.current - (Date.now() - since.current)
    timer.current = setTimeout(flush, Math.max(0, Math.min(QUIET_MS, left)))
  }, [flush])

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey) flush()
    }
    // Captured, so that it runs before the form's own listener, which reads the value.
    waiting.add(flush)
    document.addEventListener('submit', flush, true)
    document.addEventListener('keydown', onKey, true)
    window.addEventListener('pagehide', flush)
    return () => {
      waiting.delete(flush)
      document.removeEventListener('submit', flush, true)
      document.removeEventListener('keydown', onKey, true)
      window.removeEventListener('pagehide', flush)
      if (timer.current === undefined) return
      clearTimeout(timer.current)
      timer.current = undefined
      say()
    }
  }, [flush])
  return { schedule, flush }
}
