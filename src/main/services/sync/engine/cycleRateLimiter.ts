import type { Timing } from './timing.ts'

/**
 * A rate limit of the engine behind all its delays: even if something else fails, a server is not queried endlessly.
 */
export interface CycleRateLimiter {
  /** ms until the next cycle may start; 0 consumes a token. */
  acquire(): number
  /** Refunds most of a token after a cycle that transferred files, so that such cycles may follow ten times as fast. */
  refund(): void
}

/** Allows `burst` cycles at once, then one per `cycleEvery`. */
export function createCycleRateLimiter({ cycleEvery, burst }: Timing, now: () => number): CycleRateLimiter {
  let turns = burst
  let since = now()
  return {
    acquire() {
      const at = now()
      turns = Math.min(burst, turns + (at - since) / cycleEvery)
      since = at
      if (turns < 1) return Math.ceil((1 - turns) * cycleEvery)
      turns -= 1
      return 0
    },
    refund() {
      turns = Math.min(burst, turns + 0.9)
    },
  }
}
