/** What a field told its form comes back within this, also on a machine that is busy, ms. */
const COMES_BACK_MS = 10_000

/**
 * Tells a text that the form sets into a field from one that the field reported and that comes back late: forms render
 * later than people type, and an older text must not replace what was typed since.
 */
export class ToldTexts {
  #agreed: string
  #told: string[] = []
  #lastTold = -Infinity
  readonly #now: () => number

  /** @param now a clock, ms. */
  constructor(agreed: string, now: () => number = () => performance.now()) {
    this.#agreed = agreed
    this.#now = now
  }

  /** What field and owner agreed on last. */
  get agreed(): string {
    return this.#agreed
  }

  /** The owner is about to be told. Answers false when it knows the text already. */
  tell(text: string): boolean {
    if (text === this.#agreed) return false
    this.#agreed = text
    this.#told.push(text)
    this.#lastTold = this.#now()
    return true
  }

  /** The owner shows a text. Answers true when it has to take the place of what stands in the field. */
  take(text: string): boolean {
    if (this.#now() - this.#lastTold > COMES_BACK_MS) this.#told = []
    const at = this.#told.indexOf(text)
    if (at >= 0) this.#told.splice(0, at + 1)
    if (at >= 0 || text === this.#agreed) return false
    this.#agreed = text
    this.#told = []
    return true
  }
}
