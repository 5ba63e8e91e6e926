import { useCallback, useEffect, useEffectEvent, useRef } from 'react'

/** Delay after the last key. */
const QUIET_MS = 300
/** Longest delay after the first key; it grows up to the second value where serialising the text takes long. */
const MAX_DELAY_MS = 200
const MAX_SLOW_DELAY_MS = 2000
/** The longest delay is at least this multiple of the time that the last report took. */
const DELAY_FACTOR = 20

const pendingFlushes = new Set<() => void>()

/** Reports pending changes of all editors now, before a form is read that keeps the focus. */
export const flushEditors = (): void => {
  for (const flush of pendingFlushes) flush()
}

/**
 * Reports changes after a pause in typing, because serialising a long text on each key would be slow; and at once on
 * submit, blur and page hide, so that nothing is lost.
 */
export function useDebouncedChange(report: () => void): { schedule(): void; flush(): void } {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const since = useRef(0)
  const wait = useRef(MAX_DELAY_MS)
  const reportLast = useEffectEvent(report)
  const latest = useRef(report)
  useEffect(() => {
    latest.current = report
  })

  const flush = useCallback(() => {
    if (timer.current === undefined) return
    clearTimeout(timer.current)
    timer.current = undefined
    since.current = 0
    const started = performance.now()
    latest.current()
    wait.current = Math.min(MAX_SLOW_DELAY_MS, Math.max(MAX_DELAY_MS, DELAY_FACTOR * (performance.now() - started)))
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
    pendingFlushes.add(flush)
    document.addEventListener('submit', flush, true)
    document.addEventListener('keydown', onKey, true)
    window.addEventListener('pagehide', flush)
    return () => {
      pendingFlushes.delete(flush)
      document.removeEventListener('submit', flush, true)
      document.removeEventListener('keydown', onKey, true)
      window.removeEventListener('pagehide', flush)
      if (timer.current === undefined) return
      clearTimeout(timer.current)
      timer.current = undefined
      reportLast()
    }
  }, [flush])
  return { schedule, flush }
}
