import { getHeapStatistics } from 'node:v8'
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import type { DataSource, EntryFacts, TemplateFile } from '#engine/index.ts'
import { isPlainlyClean } from '#server/html/alreadyClean.ts'
import { sanitizeHtml } from '#server/html/sanitize.ts'
import { PackedEntry } from './packedEntries.ts'
import type { SiteBundle } from './site.ts'

/** The channel by which a thread requests rich texts and waits for them. */
interface BodyRequestPort {
  port: MessagePort
  /** One number, set by the server when a response is in the port. */
  signal: Int32Array
}

/** Texts per request for one page, per prefetch, and in the cache. */
const FIRST_BATCH = 20
const PREFETCH_BATCH = 60
const MAX_CACHED = 200
/** Timeout of a response, ms. */
const RESPONSE_TIMEOUT_MS = 60_000

/** The engine's data source inside a thread; everything except the rich texts was sent at the start. */
export class ThreadSource implements DataSource {
  readonly site
  readonly columns
  readonly labels
  readonly words: ReadonlyMap<number, string>
  readonly sitemap
  readonly day
  readonly files: ReadonlyMap<string, TemplateFile>
  readonly entries: readonly PackedEntry[]
  readonly #port: BodyRequestPort
  readonly #bodies = new Map<number, Readonly<Record<string, string>>>()
  /** The request whose response was not received yet. */
  #pending: { at: number; ids: readonly number[] } | null = null
  /** End position of the texts received last. */
  #next = 0

  constructor(
    { site, columns, labels, words, sitemap, template, day }: SiteBundle,
    entries: readonly PackedEntry[],
    ask: BodyRequestPort,
  ) {
    this.site = site
    this.columns = columns
    this.labels = labels
    this.words = new Map(words)
    this.sitemap = new Map(sitemap)
    this.day = day
    this.files = new Map(template.files)
    // Sorted by column, the drawing order, so that prefetched texts are needed next.
    this.entries = entries.toSorted((a, b) => a.columnId - b.columnId || a.id - b.id)
    this.#port = ask
    for (const [at, entry] of this.entries.entries()) entry.position = at
  }

  template(path: string): TemplateFile | null {
    return this.files.get(path) ?? null
  }

  freeHeapBytes(): number {
    const { heap_size_limit: limit, used_heap_size: used } = getHeapStatistics()
    return limit - used
  }

  bodies(entry: EntryFacts): Readonly<Record<string, string>> {
    const known = this.#bodies.get(entry.id)
    if (known) return known
    const at = entry instanceof PackedEntry ? entry.position : 0
    if (this.#bodies.size > MAX_CACHED) this.#bodies.clear()
    if (this.#pending?.at !== at) {
      this.#receive()
      this.#request(at, FIRST_BATCH)
    }
    const next = this.#receive()
    // Prefetches the next texts while these pages are drawn, because pages follow the order of the entries.
    if (at === this.#next) this.#request(next, PREFETCH_BATCH)
    this.#next = next
    return this.#bodies.get(entry.id) ?? {}
  }

  #request(at: number, count: number): void {
    const ids = this.entries.slice(at, at + count).map(({ id }) => id)
    if (ids.length === 0) return
    this.#pending = { at, ids }
    Atomics.store(this.#port.signal, 0, 0)
    this.#port.port.postMessage(ids)
  }

  /** Waits for the pending response; returns the position after it. */
  #receive(): number {
    const { port, signal } = this.#port
    const coming = this.#pending
    if (!coming) return 0
    if (Atomics.wait(signal, 0, 0, RESPONSE_TIMEOUT_MS) === 'timed-out') throw new Error('读取正文超时，请重试')
    this.#pending = null
    for (const id of coming.ids) this.#bodies.set(id, {})
    const found = (receiveMessageOnPort(port)?.message ?? []) as [number, string][]
    for (const [id, json] of found) this.#bodies.set(id, sanitizeLazily(JSON.parse(json) as Record<string, string>))
    return coming.at + coming.ids.length
  }
}

/** Sanitizes texts when a page uses them, because stored texts may be older than a rule. */
function sanitizeLazily(bodies: Record<string, string>): Readonly<Record<string, string>> {
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
