/** Tracks watcher hints that no scan has covered yet. */
export interface HintTracker {
  /** A synced file may have changed. */
  addHint(): void
  /**
   * Starts a scan, which covers all earlier hints. The returned function ends it and reports whether files are still
   * being written.
   */
  beginScan(): (isUnsettled: boolean) => void
  /** Whether hints are uncovered or files are still being written, so that the folder may be out of step. */
  hasOpenHints(): boolean
  /** Resolves when a hint arrives that no scan covers, or when the signal is aborted. */
  waitForHint(signal: AbortSignal): Promise<void>
}

/**
 * @param onChange called for the first open hint, and when all hints are covered after `isOpen` has reported otherwise
 */
export function createHintTracker(onChange: () => void): HintTracker {
  let hintCount = 0
  let scannedCount = 0
  let unsettled = false
  let isOpenReported = false
  const waiting = new Set<() => void>()
  const isOpen = (): boolean => hintCount > scannedCount || unsettled
  return {
    addHint() {
      const isNews = !isOpen()
      hintCount += 1
      // The displayed state must change now: a scan may wait for a server that doesn't respond.
      if (isNews) onChange()
      for (const wake of waiting) wake()
    },
    beginScan() {
      const upTo = hintCount
      return (isUnsettled) => {
        scannedCount = Math.max(scannedCount, upTo)
        unsettled = isUnsettled
        if (!isOpenReported || isOpen()) return
        isOpenReported = false
        onChange()
      }
    },
    hasOpenHints() {
      isOpenReported ||= isOpen()
      return isOpen()
    },
    async waitForHint(signal) {
      if (hintCount > scannedCount || signal.aborted) return
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
