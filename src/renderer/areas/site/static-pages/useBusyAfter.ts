import { useCallback, useRef, useState } from 'react'

/** A·§4, A·§9: the generate button stays busy this long after a success. */
export const BUILD_LOCK_MS = 10_000

/**
 * Busy while something runs and, once it succeeded, `ms` longer; a failure frees it at once.
 * @returns busy, and `run`, which ignores a call while it is busy.
 */
export function useBusyAfter(ms: number): { busy: boolean; run: (work: () => Promise<unknown>) => Promise<void> } {
  const [busy, setBusy] = useState(false)
  const locked = useRef(false)

  const run = useCallback(
    async (work: () => Promise<unknown>): Promise<void> => {
      if (locked.current) return
      locked.current = true
      setBusy(true)
      const free = (): void => {
        locked.current = false
        setBusy(false)
      }
      try {
        await work()
        setTimeout(free, ms)
      } catch {
        // The shared layer has shown it.
        free()
      }
    },
    [ms],
  )
  return { busy, run }
}
