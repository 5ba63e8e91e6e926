/** Tracks watcher hints that no scan has covered yet. */
export interface Heard {
  /** A synced file may have changed. */
  hint(): void
  /**
   * Starts a scan, which covers all earlier hints. The returned function ends it and reports whether files are still
   * being written.
   */
  begin(): (isUnsettled: boolean) => void
  /** Whether hints are uncovered or files are still being written, so that the folder may be out of step. */
  isOpen(): boolean
  /** Resolves when a hint arrives that no scan covers, or when the signal is aborted. */
  next(signal: AbortSignal): Promise<void>
}

/**
 * @param onChange called for the first open hint, and when all hints are covered after `isOpen` has reported otherwise
 */
export function createHeard(onChange: () => void): Heard {
  let named = 0
  let seen = 0
  let unsettled = false
  let told = false
  const waiting = new Set<() => void>()
  const isOpen = (): boolean => named > seen || unsettled
  return {
    hint() {
      const isNews = !isOpen()
      named += 1
      // The displayed state must change now: a scan may wait for a server that doesn't respond.
      if (isNews) onChange()
      for (const wake of waiting) wake()
    },
    begin() {
      const upTo = named
      return (isUnsettled) => {
        seen = Math.max(seen, upTo)
        unsettled = isUnsettled
        if (!told || isOpen()) return
        told = false
        onChange()
      }
    },
    isOpen() {
      told ||= isOpen()
      return isOpen()
    },
    async next(signal) {
      if (named > seen || signal.aborted) return
      await new Promise<void>((resolve) => {
        const end = (): void => {
          waiting.delete(end)
          signal.removeEventListener('abort', end)
          resolve()
        }
        waiting.add(end)
        signal.addEventListener('abort', end)
      })
    },
  }
}
