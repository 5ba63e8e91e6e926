import type { Context } from 'liquidjs'
import type { ColumnFacts, EntryFacts } from './data.ts'
import { DEPENDENCY, type DependencyKey, type ListPart } from './dependencies.ts'
import type { PlannedPage } from './plan.ts'
import type { ListQuery, SiteIndex } from './siteIndex.ts'

/** How a list is divided into pages. */
export interface Paging {
  total: number
  size: number
}

/** Limits of rendering a page. */
export interface RenderLimits {
  /** Timeout of rendering, ms. */
  timeoutMs: number
  /** Maximum output including captures and layouts, characters. */
  output: number
  /** Maximum nesting of templates. */
  depth: number
  /** Liquid's memory limit: elements of arrays and characters of texts that filters create. */
  memory: number
  /** Maximum size of a template file, characters. */
  file: number
}

export const LIMITS: RenderLimits = {
  timeoutMs: 5000,
  output: 8_000_000,
  depth: 20,
  memory: 20_000_000,
  file: 1_000_000,
}

/** Allocations from this size on are checked before, bytes; V8 grants a full heap at least this much more. */
const CHECKED_BYTES = 8_000_000
/** Maximum bytes of a unit of Liquid's memory limit. */
export const UNIT_BYTES = 40
/** Bytes of an element in its own group. */
export const GROUP_BYTES = 300

/** Bits for the page properties that a fragment has read. */
export const PAGE_READS = { column: 1, kind: 2, page: 4 } as const

/** A rendered part of a page, reusable on pages with the same properties. */
export interface Fragment {
  html: string
  keys: readonly DependencyKey[]
  reads: number
}

/** The state of a page during rendering, which collects its dependencies. */
export class PageState {
  readonly index: SiteIndex
  readonly limits: RenderLimits
  /** Known from the first rendering when the template has the page numbers above the list. */
  paging: Paging | null
  /** The tag `pages` was rendered before the paging was known. */
  isPagingMissing = false
  /** Texts of an unsaved form, which replace those of the source. */
  readonly unsaved: UnsavedTexts | null
  depth = 0
  #written = 0
  readonly #page: PlannedPage
  readonly #column: ColumnFacts | undefined
  readonly #entry: EntryFacts | undefined
  #keys = new Set<DependencyKey>()
  /** Page properties that were read in the current fragment (bits). */
  #looks = 0

  constructor(
    index: SiteIndex,
    page: PlannedPage,
    how: { limits: RenderLimits; paging: Paging | null; unsaved: UnsavedTexts | null },
  ) {
    this.index = index
    this.#page = page
    this.#column = index.column(page.columnId)
    this.#entry = index.entry(page.entryId)
    this.limits = how.limits
    this.paging = how.paging
    this.unsaved = how.unsaved
  }

  /** The rendered page. Fragments that read it are rendered for each page. */
  get page(): PlannedPage {
    this.#looks |= PAGE_READS.page
    return this.#page
  }

  get kind(): PlannedPage['kind'] {
    this.#looks |= PAGE_READS.kind
    return this.#page.kind
  }

  /** The column of the page. Fragments that read only it are rendered once per column. */
  get column(): ColumnFacts | undefined {
    this.#looks |= PAGE_READS.column
    return this.#column
  }

  get entry(): EntryFacts | undefined {
    this.#looks |= PAGE_READS.page
    return this.#entry
  }

  /** The page properties by which fragments are cached. */
  get cacheKey(): Pick<PlannedPage, 'columnId' | 'kind'> {
    return this.#page
  }

  /** Renders a part of the page and records its dependencies. */
  *fragment(draw: () => Generator<unknown, string, unknown>): Generator<unknown, Fragment, unknown> {
    const outer = { keys: this.#keys, looks: this.#looks }
    this.#keys = new Set()
    this.#looks = 0
    try {
      const html = yield* draw()
      return { html, keys: [...this.#keys], reads: this.#looks }
    } finally {
      for (const key of this.#keys) outer.keys.add(key)
      this.#keys = outer.keys
      this.#looks |= outer.looks
    }
  }

  /** Adds the dependencies of a cached fragment to the page. */
  addFragment({ keys, reads }: Fragment): void {
    for (const key of keys) this.#keys.add(key)
    this.#looks |= reads
  }

  dependsOn(key: DependencyKey): void {
    this.#keys.add(key)
  }

  get dependencies(): DependencyKey[] {
    return [...this.#keys].sort()
  }

  /** Reads entries of a list and records the dependency. */
  list(
    query: ListQuery,
    offset: number,
    limit: number,
    total = false,
  ): { shown: readonly EntryFacts[]; total: number } {
    const part: ListPart = { query, offset, limit, total }
    this.dependsOn(DEPENDENCY.list(part))
    this.dependsOn(DEPENDENCY.columns)
    return this.index.part(query, offset, limit)
  }

  /** Long texts of an entry. */
  bodies(entry: EntryFacts): Readonly<Record<string, string>> {
    if (this.unsaved) this.#looks |= PAGE_READS.page
    if (this.unsaved?.entryId === entry.id) return this.unsaved.bodies
    return this.index.source.bodies(entry)
  }

  /**
   * Throws when a text or list of this size would not fit into the thread's heap. Running out of heap in small steps
   * ends only the thread, but one large allocation would end the whole server.
   */
  requireHeap(bytes: number): void {
    const room = bytes < CHECKED_BYTES ? undefined : this.index.source.freeHeapBytes?.()
    if (room !== undefined && bytes > room) throw new Error('页面使用的数据过多，请减少循环或列表的数量')
  }

  /** Counts output; throws above the limit. */
  write(length: number): void {
    this.#written += length
    if (this.#written > this.limits.output)
      throw new Error(`页面超过 ${Math.round(this.limits.output / 1_000_000)} MB，请检查循环和列表的数量`)
  }
}

/** Long texts of an unsaved form that is previewed. */
export interface UnsavedTexts {
  entryId: number
  bodies: Readonly<Record<string, string>>
}

/** Key of the page state in the context; a symbol, so that templates can't read it. */
const STATE = Symbol('the page that is drawn')

/** @param values may have getters, which create a variable when the template reads it */
export const globalsOf = (state: PageState, values: object): object =>
  Object.defineProperty(values, STATE, { value: state })

/** The page state of a rendered tag or filter. */
export function stateOf(context: Context): PageState {
  const state = (context.globals as { [STATE]?: PageState })[STATE]
  if (!state) throw new Error('the context has no page')
  return state
}
