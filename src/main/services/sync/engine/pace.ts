import type { Timing } from './timing.ts'

/** A limit of the engine itself behind all its pauses: whatever goes wrong elsewhere, a server is not asked without end. */
export interface Pace {
  /** ms until the next cycle may start; 0 takes a turn. */
  turn(): number
  /** The cycle of the last turn moved files: such cycles may follow ten times as close. */
  worked(): void
}

/** `burst` cycles at once, after that one per `cycleEvery`. */
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
