import type { Emitter } from 'liquidjs'
import type { PageState } from './pageState.ts'
import { toText } from './safeHtml.ts'

/** Collects the output of a page and enforces its limit. */
export class CountingEmitter implements Emitter {
  buffer = ''
  readonly #state: PageState
  constructor(state: PageState) {
    this.#state = state
  }
  write(value: unknown): void {
    const text = toText(value)
    this.#state.write(text.length)
    this.buffer += text
  }
  /** Appends text that another emitter of the page has already counted. */
  append(text: string): void {
    this.buffer += text
  }
}
