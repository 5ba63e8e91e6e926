/** Bytes that may go at once, as a share of a second: enough to keep a socket busy, little enough to be even. */
const BURST_SECONDS = 0.25

/** A bandwidth limit shared by all uploads (token bucket). Times are ms of any monotonic clock. */
export class Bucket {
  /** Bytes per second; 0: no limit. */
  #rate = 0
  /** When all that was let go will have been paid for. */
  #paidAt = 0

  setRate(bytesPerSecond: number): void {
    this.#rate = bytesPerSecond
    this.#paidAt = 0
  }

  get isOpen(): boolean {
    return this.#rate === 0
  }

  /** Lets `bytes` go, and answers how many milliseconds to wait before the next ones. */
  spend(bytes: number, now: number): number {
    if (this.#rate === 0) return 0
    const from = Math.max(this.#paidAt, now - BURST_SECONDS * 1000)
    this.#paidAt = from + (bytes * 1000) / this.#rate
    return Math.max(0, this.#paidAt - now)
  }

  /** How much to read at once: small pieces under a low limit, so that the bytes flow and no socket falls silent. */
  piece(most: number): number {
    return this.#rate === 0 ? most : Math.max(1024, Math.min(most, Math.floor(this.#rate * BURST_SECONDS)))
  }
}
