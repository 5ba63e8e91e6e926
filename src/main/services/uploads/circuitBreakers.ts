import { pauseAfter } from './core/decide.ts'

interface Gate {
  failures: number
  /** Epoch ms. */
  until: number
  /** The upload that tries whether the server is back. */
  probe: string | null
}

/** Servers that are out of reach: their uploads wait, and one of them tries now and then. */
export class CircuitBreakers {
  readonly #gates = new Map<string, Gate>()

  close(connectionId: string, now: number): void {
    const before = this.#gates.get(connectionId)
    // Three that fail together are one failure.
    if (before && before.probe === null && before.until > now) return
    const failures = (before?.failures ?? 0) + 1
    this.#gates.set(connectionId, { failures, until: now + pauseAfter(failures, Math.random()), probe: null })
  }

  /** Answers whether it was closed. */
  open(connectionId: string): boolean {
    return this.#gates.delete(connectionId)
  }

  openAll(): void {
    this.#gates.clear()
  }

  /** When an upload may go: 0 at once (through a closed gate as its probe), else an epoch time, or Infinity after the probe. */
  admits(connectionId: string, id: string, now: number): number {
    const gate = this.#gates.get(connectionId)
    if (!gate) return 0
    if (gate.probe !== null) return Infinity
    if (gate.until > now) return gate.until
    gate.probe = id
    return 0
  }

  /** The upload does not run any more; if it was the probe, the next may try. */
  left(connectionId: string, id: string): void {
    const gate = this.#gates.get(connectionId)
    if (gate?.probe === id) gate.probe = null
  }
}
