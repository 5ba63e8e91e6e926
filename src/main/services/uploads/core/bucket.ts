/** Burst size as a share of a second: large enough to keep a socket busy, small enough for an even flow. */
const BURST_SECONDS = 0.25

/** A bandwidth limit shared by all uploads (token bucket). Times are ms of any monotonic clock. */
export class TokenBucket {
  /** Bytes per second; 0: no limit. */
  #rate = 0
  /** When the bytes sent so far will be within the rate. */
  #paidAt = 0

  setRate(bytesPerSecond: number): void {
    this.#rate = bytesPerSecond
    this.#paidAt = 0
  }

  get isOpen(): boolean {
    return this.#rate === 0
  }

  /** Accounts for `bytes` and returns how many ms to wait before sending more. */
  consume(bytes: number, now: number): number {
    if (this.#rate === 0) return 0
    const from = Math.max(this.#paidAt, now - BURST_SECONDS * 1000)
    this.#paidAt = from + (bytes * 1000) / this.#rate
    return Math.max(0, this.#paidAt - now)
  }

  /** How many bytes to read at once: small pieces under a low limit, so that data flows and no socket falls silent. */
  pieceSize(most: number): number {
    return this.#rate === 0 ? most : Math.max(1024, Math.min(most, Math.floor(this.#rate * BURST_SECONDS)))
  }
}
