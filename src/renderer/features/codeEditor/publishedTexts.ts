/** The form returns a text that the field published within this time, also on a busy machine. */
const ECHO_TIMEOUT_MS = 10_000

/**
 * Distinguishes a text that the form sets from a late echo of one that the field published: forms render later than
 * people type, and an older text must not replace newer input.
 */
export class PublishedTexts {
  #agreed: string
  #published: string[] = []
  #lastPublished = -Infinity
  readonly #now: () => number

  /** @param now a clock, ms. */
  constructor(agreed: string, now: () => number = () => performance.now()) {
    this.#agreed = agreed
    this.#now = now
  }

  /** The last text that field and owner agreed on. */
  get agreed(): string {
    return this.#agreed
  }

  /** Records a text that the owner is about to get. @returns false when the owner has it already */
  publish(text: string): boolean {
    if (text === this.#agreed) return false
    this.#agreed = text
    this.#published.push(text)
    this.#lastPublished = this.#now()
    return true
  }

  /** Handles a text that the owner shows. @returns true when the field has to show it */
  accept(text: string): boolean {
    if (this.#now() - this.#lastPublished > ECHO_TIMEOUT_MS) this.#published = []
    const at = this.#published.indexOf(text)
    if (at >= 0) this.#published.splice(0, at + 1)
    if (at >= 0 || text === this.#agreed) return false
    this.#agreed = text
    this.#published = []
    return true
  }
}
