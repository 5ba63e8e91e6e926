import type { LockTime } from '#services/sync/local/lock.ts'

/** A time that stands still until a test lets it pass. */
export interface MovedTime extends LockTime {
  /** So many ms go by: pauses that end within them end, one after the other. */
  pass(ms: number): void
}

export function movedTime(): MovedTime {
  let now = Date.now()
  const sleepers = new Set<{ at: number; wake: () => void }>()
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted()
        const sleeper = { at: now + ms, wake: resolve }
        sleepers.add(sleeper)
        signal.addEventListener('abort', () => {
          sleepers.delete(sleeper)
          reject(signal.reason as Error)
        })
      }),
    pass(ms) {
      now += ms
      for (const sleeper of sleepers) {
        if (sleeper.at > now) continue
        sleepers.delete(sleeper)
        sleeper.wake()
      }
    },
  }
}
