/** What the watcher has named and nobody has looked at yet. */
export interface Heard {
  /** Something that is synced may have changed. */
  hint(): void
  /** A look begins. The answer ends it, with whether files were found being written: what was named before it is seen. */
  begin(): (isUnsettled: boolean) => void
  /** Something was named that no look has answered: nobody can say that the folder is in step. */
  isOpen(): boolean
  /** Resolves once something is named that no look began after, or when the signal is aborted. */
  next(signal: AbortSignal): Promise<void>
}

/** @param onChange something is named while nothing was open, or all is looked at again after somebody was told that it was not */
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
      // Whoever shows the state asks for it again: a look may take until a server that hangs has answered.
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
