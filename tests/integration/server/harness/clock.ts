import type { Clock } from '#server/deps.ts'

/** A clock that tests move; it starts at the real time, because tables hold real times too. */
export class TestClock implements Clock {
  #offset = 0

  now(): Date {
    return new Date(Date.now() + this.#offset)
  }
  advance(milliseconds: number): void {
    this.#offset += milliseconds
  }
}
