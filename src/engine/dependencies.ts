import { hashOf } from './hash.ts'
import type { ListQuery, SiteIndex } from './siteIndex.ts'

/** The name of an input of a page. Each key has a fingerprint that changes with the input. */
export type DependencyKey = string

/**
 * Part of every page's fingerprint. Increase it when the engine renders the same data differently, so that all pages
 * are rebuilt.
 */
const ENGINE_VERSION = 2

/** The part of a list on a page; `total`: the page also depends on the list's length. */
export interface ListPart {
  query: ListQuery
  offset: number
  limit: number
  total: boolean
}

export const DEPENDENCY = {
  site: 'site',
  columns: 'columns',
  labels: 'labels',
  words: 'words',
  day: 'day',
  file: (path: string): DependencyKey => `file:${path}`,
  entry: (id: number): DependencyKey => `entry:${id}`,
  neighbours: (id: number): DependencyKey => `near:${id}`,
  list: (part: ListPart): DependencyKey => `list:${JSON.stringify(part)}`,
} as const

/** Keys for the page's own entry and its neighbours, so that similar pages have equal keys. */
const OWN_ENTRY: DependencyKey = 'entry'
const OWN_NEIGHBOURS: DependencyKey = 'near'

/** Replaces keys of the page's own entry. */
export function toOwnKey(key: DependencyKey, entryId: number): DependencyKey {
  if (key === DEPENDENCY.entry(entryId)) return OWN_ENTRY
  return key === DEPENDENCY.neighbours(entryId) ? OWN_NEIGHBOURS : key
}

/** Whether few pages depend on the key: about one per entry. */
const isOfOnePage = (key: DependencyKey): boolean => /^(?:entry|near):/.test(key)

/** Computes the fingerprints of a site's current data; shared ones are cached. */
export class Fingerprints {
  readonly #index: SiteIndex
  readonly #known = new Map<DependencyKey, string>()
  readonly #combined = new WeakMap<readonly DependencyKey[], string>()

  constructor(index: SiteIndex) {
    this.#index = index
  }

  of(key: DependencyKey): string {
    // Not cached: quick to compute, and the cache would be larger than the pages.
    if (isOfOnePage(key)) return this.#make(key)
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const made = this.#make(key)
    this.#known.set(key, made)
    return made
  }

  /** The fingerprint of all dependencies of a page; cached for pages that share their array of keys. */
  together(keys: readonly DependencyKey[], entryId: number): string {
    const known = this.#combined.get(keys) ?? hashOf(`${ENGINE_VERSION}\n${keys.map((key) => this.of(key)).join('\n')}`)
    this.#combined.set(keys, known)
    const entry = keys.includes(OWN_ENTRY) ? this.#make(DEPENDENCY.entry(entryId)) : ''
    const near = keys.includes(OWN_NEIGHBOURS) ? this.#make(DEPENDENCY.neighbours(entryId)) : ''
    return entry === '' && near === '' ? known : hashOf(`${known}\n${entry}\n${near}`)
  }

  #make(key: DependencyKey): string {
    // Keys of the own entry differ per page; `together` adds them.
    if (key === OWN_ENTRY || key === OWN_NEIGHBOURS) return key
    const { source } = this.#index
    const [kind = '', rest] = [key.split(':', 1)[0], key.slice(key.indexOf(':') + 1)]
    const revision = (id: number): string => this.#index.entry(id)?.revision ?? ''
    switch (kind) {
      case 'site':
        return hashOf(JSON.stringify(source.site))
      case 'columns':
        return hashOf(JSON.stringify(source.columns))
      case 'labels':
        return hashOf(JSON.stringify(source.labels))
      case 'words':
        return hashOf(JSON.stringify([...source.words]))
      case 'day':
        return source.day
      case 'has':
        return source.files.has(rest) ? '1' : ''
      case 'file':
        return source.files.get(rest)?.revision ?? ''
      case 'entry':
        return revision(Number(rest))
      case 'near':
        return this.#neighbours(Number(rest))
      case 'list':
        return this.#list(JSON.parse(rest) as ListPart)
      default:
        return ''
    }
  }

  #neighbours(id: number): string {
    const entry = this.#index.entry(id)
    if (!entry) return ''
    const { previous, next } = this.#index.neighbours(entry)
    return `${previous?.id}@${previous?.revision} ${next?.id}@${next?.revision}`
  }

  #list({ query, offset, limit, total }: ListPart): string {
    const part = this.#index.part(query, offset, limit)
    const shown = part.shown.map(({ id, revision }) => `${id}@${revision}`)
    return hashOf(`${total ? part.total : ''}\n${shown.join(' ')}`)
  }
}
