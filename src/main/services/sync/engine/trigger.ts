/**
 * Wakes a loop. If fired while nothing waits, the next wait ends at once, so that no change is lost between two cycles.
 */
export interface Trigger {
  fire(): void
  /** Resolves when fired, after `ms`, or when the signal is aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void>
}

export function createTrigger(): Trigger {
  let fired = false
  let wake: (() => void) | null = null
  return {
    fire() {
      fired = true
      wake?.()
    },
    async wait(ms, signal) {
      if (!fired && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const end = (): void => {
            clearTimeout(timer)
            signal.removeEventListener('abort', end)
            resolve()
          }
          const timer = setTimeout(end, ms)
          signal.addEventListener('abort', end)
          wake = end
        })
      }
      wake = null
      fired = false
    },
  }
}

/** The engine's clock and timers; tests replace them by a simulated time. */
export interface EngineTime {
  /** ms; must not depend on the adjustable system clock. */
  now(): number
  /** Resolves early, without an error, when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  createTrigger(): Trigger
}
export const REAL_TIME: EngineTime = {
  now: () => performance.now(),
  sleep: (ms, signal) => createTrigger().wait(ms, signal),
  createTrigger,
}

/** Calls at most once per `ms`: asynchronously for the first request, and after the last request of a burst. */
export function throttle(call: () => void, ms: number): { (): void; cancel(): void } {
  let timer: NodeJS.Timeout | null = null
  let last = -Infinity
  const throttled = (): void => {
    timer ??= setTimeout(
      () => {
        timer = null
        last = performance.now()
        call()
      },
      Math.max(0, last + ms - performance.now()),
    )
  }
  return Object.assign(throttled, {
    cancel: () => {
      if (timer) clearTimeout(timer)
      timer = null
    },
  })
}
