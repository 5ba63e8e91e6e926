import type { EntryTexts, EntryValues } from './values.ts'

/** The two ways to save (B·§2). */
export type SaveAs = 'draft' | 'publish'

/** What a form knows beside its values. None of it is drawn. */
export class EntryFormState {
  #id: number
  #base: EntryTexts
  #as: SaveAs = 'draft'
  #sent: EntryValues = {}
  /** Under this name a new entry is sent, and sent again when its answer was lost. */
  readonly attempt: string

  /**
   * @param base what the form began with.
   * @param attempt of the form whose unsaved writing goes on here: its answer may have been lost, too.
   */
  constructor(id: number, base: EntryTexts, attempt: string = crypto.randomUUID()) {
    this.attempt = attempt
    this.#id = id
    this.#base = base
  }
  /** The entry that the next save goes to; 0 for a new one. */
  id = (): number => this.#id
  base = (): EntryTexts => this.#base
  publishing = (): boolean => this.#as === 'publish'
  /** What the last save sent. */
  sent = (): EntryValues => this.#sent

  choose(as: SaveAs): void {
    this.#as = as
  }
  send(values: EntryValues): void {
    this.#sent = values
  }
  saved(id: number, base: EntryTexts): void {
    this.#id = id
    this.#base = base
  }
}
