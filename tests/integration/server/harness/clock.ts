import { type ServerClock, systemClock } from '#server/deps.ts'

/** A clock that tests move; it starts at the real time, because tables hold real times too. */
export class TestClock implements ServerClock {
  #offset = 0
  readonly #waiting = new Map<() => void, number>()
  readonly #isStill: boolean

  /** @param isStill true: what is to run again and again runs when the test advances the clock only */
  constructor(isStill = false) {
    this.#isStill = isStill
  }

  now(): Date {
    return new Date(Date.now() + this.#offset)
  }
  every(milliseconds: number, run: () => void): () => void {
    const end = this.#isStill ? () => undefined : systemClock.every(milliseconds, run)
    this.#waiting.set(run, milliseconds)
    return () => {
      this.#waiting.delete(run)
      end()
    }
  }
  /** What waits for a shorter time runs at once. */
  advance(milliseconds: number): void {
    this.#offset += milliseconds
    for (const [run, period] of this.#waiting) if (period <= milliseconds) run()
  }
}
