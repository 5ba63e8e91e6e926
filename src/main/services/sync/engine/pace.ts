import type { Timing } from './timing.ts'

/**
 * A rate limit of the engine behind all its delays: even if something else fails, a server is not queried endlessly.
 */
export interface Pace {
  /** ms until the next cycle may start; 0 consumes a token. */
  turn(): number
  /** Refunds most of a token after a cycle that transferred files, so that such cycles may follow ten times as fast. */
  worked(): void
}

/** Allows `burst` cycles at once, then one per `cycleEvery`. */
export function createPace({ cycleEvery, burst }: Timing, now: () => number): Pace {
  let turns = burst
  let since = now()
  return {
    turn() {
      const at = now()
      turns = Math.min(burst, turns + (at - since) / cycleEvery)
      since = at
      if (turns < 1) return Math.ceil((1 - turns) * cycleEvery)
      turns -= 1
      return 0
    },
    worked() {
      turns = Math.min(burst, turns + 0.9)
    },
  }
}
