import type { SensitiveHit } from '#shared/contract/content.ts'
import { requireAccepted, requireNoWords, findSensitive, addPersons } from './agreement.ts'
import type { EventWriter } from './events.ts'
import { type Entry, describeEntry } from '../store/entries.ts'
import type { ContentColumn } from '../store/rules.ts'

/** Reported positions; more would not help. */
const MAX_HITS = 200

/** Collects the sensitive words of entries that become public together. */
export class SensitiveHitCollector {
  readonly #column: ContentColumn
  readonly #many: boolean
  readonly #hits: SensitiveHit[] = []
  readonly #entries: string[] = []

  /** @param many adds the entry's name to each word */
  constructor(column: ContentColumn, many: boolean) {
    this.#column = column
    this.#many = many
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0
  }

  /** Searches an entry; returns its hits. */
  async search({ db }: EventWriter, { row, values }: Entry): Promise<readonly SensitiveHit[]> {
    const found = await findSensitive(db, this.#column, values)
    if (found.length === 0) return found
    this.#entries.push(describeEntry(row))
    if (this.#hits.length < MAX_HITS)
      this.#hits.push(...found.map((hit) => (this.#many ? { ...hit, entry: describeEntry(row) } : hit)))
    return found
  }

  /** AppError `conflict` with the positions of the words, if there are any. */
  async requireNone(ctx: EventWriter, remedy?: string): Promise<void> {
    const said = this.#entries.length > 1 ? `${this.#entries.length} 条内容` : this.#entries[0]
    if (remedy === undefined) return requireAccepted(ctx, this.#hits, said)
    requireNoWords(await addPersons(ctx, this.#hits), said, remedy)
  }
}
