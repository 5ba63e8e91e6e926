import { getHeapStatistics } from 'node:v8'
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import type { DataSource, EntryFacts, TemplateFile } from '#engine/index.ts'
import { isPlainlyClean } from '#server/html/alreadyClean.ts'
import { sanitizeHtml } from '#server/html/sanitize.ts'
import { PackedEntry } from './packedEntries.ts'
import type { SiteBundle } from './site.ts'

/** How a thread asks the server for long texts and waits for the answer. */
interface AskPort {
  port: MessagePort
  /** One number, which the server changes when an answer lies in the port. */
  signal: Int32Array
}

/** Texts that are fetched for one page, ahead of many, and that are kept. */
const FIRST = 20
const AHEAD = 60
const KEPT = 200
/** ms that an answer may take. */
const PATIENCE = 60_000

/** The engine's source inside a thread: everything but the long texts was sent with its start. */
export class ThreadSource implements DataSource {
  readonly site
  readonly columns
  readonly labels
  readonly words: ReadonlyMap<number, string>
  readonly sitemap
  readonly day
  readonly files: ReadonlyMap<string, TemplateFile>
  readonly entries: readonly PackedEntry[]
  readonly #port: AskPort
  readonly #bodies = new Map<number, Readonly<Record<string, string>>>()
  /** Asked for, and not taken yet. */
  #coming: { at: number; ids: readonly number[] } | null = null
  /** Where the texts that were taken last end. */
  #next = 0

  constructor(
    { site, columns, labels, words, sitemap, template, day }: SiteBundle,
    entries: readonly PackedEntry[],
    ask: AskPort,
  ) {
    this.site = site
    this.columns = columns
    this.labels = labels
    this.words = new Map(words)
    this.sitemap = new Map(sitemap)
    this.day = day
    this.files = new Map(template.files)
    // Pages are drawn column by column, so what is fetched ahead is what comes next.
    this.entries = entries.toSorted((a, b) => a.columnId - b.columnId || a.id - b.id)
    this.#port = ask
    for (const [at, entry] of this.entries.entries()) entry.place = at
  }

  template(path: string): TemplateFile | null {
    return this.files.get(path) ?? null
  }

  room(): number {
    const { heap_size_limit: limit, used_heap_size: used } = getHeapStatistics()
    return limit - used
  }

  bodies(entry: EntryFacts): Readonly<Record<string, string>> {
    const known = this.#bodies.get(entry.id)
    if (known) return known
    const at = entry instanceof PackedEntry ? entry.place : 0
    if (this.#bodies.size > KEPT) this.#bodies.clear()
    if (this.#coming?.at !== at) {
      this.#take()
      this.#ask(at, FIRST)
    }
    const next = this.#take()
    // Pages are drawn in the order of the entries: while these are drawn, the next ones come.
    if (at === this.#next) this.#ask(next, AHEAD)
    this.#next = next
    return this.#bodies.get(entry.id) ?? {}
  }

  #ask(at: number, count: number): void {
    const ids = this.entries.slice(at, at + count).map(({ id }) => id)
    if (ids.length === 0) return
    this.#coming = { at, ids }
    Atomics.store(this.#port.signal, 0, 0)
    this.#port.port.postMessage(ids)
  }

  /** Waits for what was asked for; answers the place after it. */
  #take(): number {
    const { port, signal } = this.#port
    const coming = this.#coming
    if (!coming) return 0
    if (Atomics.wait(signal, 0, 0, PATIENCE) === 'timed-out') throw new Error('读取正文超时，请重试')
    this.#coming = null
    for (const id of coming.ids) this.#bodies.set(id, {})
    const found = (receiveMessageOnPort(port)?.message ?? []) as [number, string][]
    for (const [id, json] of found) this.#bodies.set(id, lazily(JSON.parse(json) as Record<string, string>))
    return coming.at + coming.ids.length
  }
}

/** Texts that are cleaned when a page shows them: what lies in the database may be older than a rule. */
function lazily(bodies: Record<string, string>): Readonly<Record<string, string>> {
  const clean: Record<string, string> = {}
  for (const [name, html] of Object.entries(bodies))
    Object.defineProperty(clean, name, {
      enumerable: true,
      configurable: true,
      get: () => {
        const value = isPlainlyClean(html) ? html : sanitizeHtml(html, undefined, name)
        Object.defineProperty(clean, name, { enumerable: true, value })
        return value
      },
    })
  return clean
}
