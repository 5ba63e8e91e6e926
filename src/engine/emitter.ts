import type { Emitter } from 'liquidjs'
import type { PageState } from './pageState.ts'
import { textOf } from './safeHtml.ts'

/** Collects what is put out, within the page's limit. */
export class CountingEmitter implements Emitter {
  buffer = ''
  readonly #state: PageState
  constructor(state: PageState) {
    this.#state = state
  }
  write(value: unknown): void {
    const text = textOf(value)
    this.#state.write(text.length)
    this.buffer += text
  }
  /** What another emitter of the page has counted already. */
  append(text: string): void {
    this.buffer += text
  }
}
