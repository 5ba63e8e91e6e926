/** ms. Older samples are ignored. */
const WINDOW_MS = 5000
/** ms. Samples closer together are merged. */
const SAMPLE_MS = 100

/** Speed over a moving window. Times are ms of any monotonic clock. */
export class Meter {
  #samples: { at: number; bytes: number }[] = []

  add(bytes: number, at: number): void {
    const last = this.#samples.at(-1)
    if (last && at - last.at < SAMPLE_MS) last.bytes += bytes
    else this.#samples.push({ at, bytes })
    this.#forget(at)
  }

  /** Bytes per second; 0 when nothing was transferred within the window. */
  speed(at: number): number {
    this.#forget(at)
    const [first] = this.#samples
    if (!first) return 0
    const bytes = this.#samples.reduce((sum, sample) => sum + sample.bytes, 0)
    return Math.round((bytes * 1000) / Math.max(at - first.at, 1000))
  }

  reset(): void {
    this.#samples = []
  }

  #forget(at: number): void {
    const fresh = this.#samples.findIndex((sample) => sample.at > at - WINDOW_MS)
    if (fresh !== 0) this.#samples = fresh < 0 ? [] : this.#samples.slice(fresh)
  }
}

/** Remaining time in seconds; null while the speed is 0. */
export const remainingSeconds = (bytes: number, speed: number): number | null =>
  speed > 0 ? Math.ceil(bytes / speed) : null
