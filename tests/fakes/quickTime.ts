import { setImmediate as turn } from 'node:timers/promises'
import type { EngineTime } from '#services/sync/engine/trigger.ts'

/** Time that runs by itself: a pause is over at once and has taken its length. Minutes of an engine pass in a moment. */
export interface QuickTime extends EngineTime {
  /** ms that have passed. */
  passed(): number
  /** Pauses of the loop and its helpers, ms, since the last call. */
  takePauses(): number[]
}

export function quickTime(): QuickTime {
  let now = 0
  let pauses: number[] = []
  const sleepers = new Set<{ at: number; wake: () => void }>()
  /** The one whose time comes first goes on; everybody else's time has passed as well. */
  const advance = async (): Promise<void> => {
    for (;;) {
      // Work on the disk is real and takes its turns.
      for (let n = 0; n < 20; n++) await turn()
      const next = [...sleepers].toSorted((a, b) => a.at - b.at)[0]
      if (!next) return
      now = Math.max(now, next.at)
      sleepers.delete(next)
      next.wake()
    }
  }
  let running = false
  const run = (): void => {
    if (running) return
    running = true
    void advance().finally(() => (running = false))
  }
  const sleepUntil = (ms: number, signal: AbortSignal, onWake: (wake: () => void) => void): Promise<void> =>
    new Promise((resolve) => {
      const sleeper = { at: now + ms, wake: () => end() }
      const end = (): void => {
        sleepers.delete(sleeper)
        signal.removeEventListener('abort', end)
        resolve()
      }
      pauses.push(ms)
      if (signal.aborted) return resolve()
      signal.addEventListener('abort', end)
      sleepers.add(sleeper)
      onWake(end)
      run()
    })
  return {
    now: () => now,
    passed: () => now,
    takePauses() {
      const taken = pauses
      pauses = []
      return taken
    },
    sleep: (ms, signal) => sleepUntil(ms, signal, () => undefined),
    createTrigger() {
      let fired = false
      let wake: (() => void) | null = null
      return {
        fire() {
          fired = true
          wake?.()
        },
        async wait(ms, signal) {
          if (!fired && !signal.aborted) await sleepUntil(ms, signal, (end) => (wake = end))
          wake = null
          fired = false
        },
      }
    },
  }
}
