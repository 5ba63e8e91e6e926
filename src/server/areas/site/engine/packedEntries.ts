import type { EntryFacts } from '#engine/index.ts'
import type { SerializedEntry } from './facts.ts'

/** Entries for a thread. Their texts are bytes of one buffer, which the garbage collector need not traverse. */
export interface PackedEntries {
  /** Per entry: id, columnId, sort, promotions, hits, and the end offset of its texts. */
  numbers: Float64Array<ArrayBuffer>
  /** Per entry: date, revision, fields as JSON and title, separated by NUL, which only the title may contain. */
  texts: Uint8Array<ArrayBuffer>
}

const NUMBERS_PER_ENTRY = 6
const NUL = '\0'

export function packEntries(entries: readonly SerializedEntry[]): PackedEntries {
  const numbers = new Float64Array(entries.length * NUMBERS_PER_ENTRY)
  const parts: string[] = []
  let end = 0
  for (const [at, { id, columnId, sort, promotions, hits, date, revision, fields, title }] of entries.entries()) {
    const text = [date, revision, fields, title].join(NUL)
    parts.push(text)
    end += Buffer.byteLength(text)
    numbers.set([id, columnId, sort, promotions, hits, end], at * NUMBERS_PER_ENTRY)
  }
  const texts = new Uint8Array(end)
  new TextEncoder().encodeInto(parts.join(''), texts)
  return { numbers, texts }
}

/** The buffers to transfer instead of copying. */
export const listTransferables = ({ numbers, texts }: PackedEntries): ArrayBuffer[] => [numbers.buffer, texts.buffer]

/** The lazily decoded texts of an entry. */
interface EntryTexts {
  title: string
  fields: Readonly<Record<string, string>>
}

/** Number of entries whose decoded texts are cached, for the pages being drawn. */
const MAX_CACHED_TEXTS = 500
const read = new Map<PackedEntry, EntryTexts>()

/** An entry whose texts are decoded from a buffer on demand. */
export class PackedEntry implements EntryFacts {
  readonly id: number
  readonly columnId: number
  readonly sort: number
  readonly promotions: number
  readonly hits: number
  readonly date: string
  readonly revision: string
  /** Index among the entries of its source. */
  position = 0
  readonly #texts: Buffer
  readonly #from: number
  readonly #end: number

  constructor(numbers: Float64Array, at: number, texts: Buffer) {
    const first = at * NUMBERS_PER_ENTRY
    const number = (part: number): number => numbers[first + part] ?? 0
    this.id = number(0)
    this.columnId = number(1)
    this.sort = number(2)
    this.promotions = number(3)
    this.hits = number(4)
    const from = at === 0 ? 0 : (numbers[first - 1] ?? 0)
    const date = texts.indexOf(0, from)
    this.#from = texts.indexOf(0, date + 1) + 1
    this.#end = number(5)
    this.#texts = texts
    this.date = texts.toString('latin1', from, date)
    this.revision = texts.toString('latin1', date + 1, this.#from - 1)
  }

  get title(): string {
    return this.#textCache().title
  }

  get fields(): Readonly<Record<string, string>> {
    return this.#textCache().fields
  }

  #textCache(): EntryTexts {
    const cached = read.get(this)
    if (cached) return cached
    const text = this.#texts.toString('utf8', this.#from, this.#end)
    const end = text.indexOf(NUL)
    const decoded = { title: text.slice(end + 1), fields: JSON.parse(text.slice(0, end)) as Record<string, string> }
    if (read.size >= MAX_CACHED_TEXTS) read.clear()
    read.set(this, decoded)
    return decoded
  }
}

export function unpackEntries({ numbers, texts }: PackedEntries): PackedEntry[] {
  const bytes = Buffer.from(texts.buffer, texts.byteOffset, texts.byteLength)
  return Array.from({ length: numbers.length / NUMBERS_PER_ENTRY }, (_none, at) => new PackedEntry(numbers, at, bytes))
}
