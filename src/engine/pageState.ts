import type { Context } from 'liquidjs'
import type { ColumnFacts, EntryFacts } from './data.ts'
import { DEPENDS, type DependencyKey, type ListPart } from './dependencies.ts'
import type { PlannedPage } from './plan.ts'
import type { ListQuery, SiteIndex } from './siteIndex.ts'

/** How a list is cut into pages. */
export interface Paging {
  total: number
  size: number
}

/** What one page must not go beyond. */
export interface Limits {
  /** Milliseconds that drawing may take. */
  ms: number
  /** Characters that may be put out, those of captures and layouts too. */
  output: number
  /** Templates inside templates. */
  depth: number
  /** Liquid's own measure of memory: elements of arrays, characters of texts that filters make. */
  memory: number
  /** Characters of one template file. */
  file: number
}

export const LIMITS: Limits = { ms: 5000, output: 8_000_000, depth: 20, memory: 20_000_000, file: 1_000_000 }

/** Bytes of what is looked at before it is made; a thread gets more than that when its heap is full. */
const LARGE = 8_000_000
/** Bytes that one unit of Liquid's own measure may take. */
export const UNIT_BYTES = 40
/** Those of an element that is put into a group of its own. */
export const GROUP_BYTES = 300

/** What a part of a page asked of the page that it stands on. Bits. */
export const LOOKS = { column: 1, kind: 2, page: 4 } as const

/** A part of a page as it was drawn: the same on every page of which it would see the same. */
export interface Fragment {
  html: string
  keys: readonly DependencyKey[]
  looks: number
}

/** One page while it is drawn, with all that it turns out to depend on. */
export class PageState {
  readonly index: SiteIndex
  readonly limits: Limits
  /** Known from the drawing before, where a template shows the pages above their list. */
  paging: Paging | null
  /** `pages` was drawn while the paging was not known. */
  askedTooEarly = false
  /** More of the texts of entries than the source has (a form that is not saved). */
  readonly unsaved: Unsaved | null
  depth = 0
  #written = 0
  readonly #page: PlannedPage
  readonly #column: ColumnFacts | undefined
  readonly #entry: EntryFacts | undefined
  #keys = new Set<DependencyKey>()
  /** What was asked of the page since the current fragment began (LOOKS). */
  #looks = 0

  constructor(
    index: SiteIndex,
    page: PlannedPage,
    how: { limits: Limits; paging: Paging | null; unsaved: Unsaved | null },
  ) {
    this.index = index
    this.#page = page
    this.#column = index.column(page.columnId)
    this.#entry = index.entry(page.entryId)
    this.limits = how.limits
    this.paging = how.paging
    this.unsaved = how.unsaved
  }

  /** The page that is drawn. What asks for it is drawn for each page anew. */
  get page(): PlannedPage {
    this.#looks |= LOOKS.page
    return this.#page
  }

  get kind(): PlannedPage['kind'] {
    this.#looks |= LOOKS.kind
    return this.#page.kind
  }

  /** The column of the page. What asks for it, and for nothing else, is drawn for each column anew. */
  get column(): ColumnFacts | undefined {
    this.#looks |= LOOKS.column
    return this.#column
  }

  get entry(): EntryFacts | undefined {
    this.#looks |= LOOKS.page
    return this.#entry
  }

  /** What fragments are told apart by. */
  get seen(): Pick<PlannedPage, 'columnId' | 'kind'> {
    return this.#page
  }

  /** Draws a part of the page and tells what went into it. */
  *fragment(draw: () => Generator<unknown, string, unknown>): Generator<unknown, Fragment, unknown> {
    const outer = { keys: this.#keys, looks: this.#looks }
    this.#keys = new Set()
    this.#looks = 0
    try {
      const html = yield* draw()
      return { html, keys: [...this.#keys], looks: this.#looks }
    } finally {
      for (const key of this.#keys) outer.keys.add(key)
      this.#keys = outer.keys
      this.#looks |= outer.looks
    }
  }

  /** Notes what a fragment that was drawn before was made from. */
  takes({ keys, looks }: Fragment): void {
    for (const key of keys) this.#keys.add(key)
    this.#looks |= looks
  }

  dependsOn(key: DependencyKey): void {
    this.#keys.add(key)
  }

  get dependencies(): DependencyKey[] {
    return [...this.#keys].sort()
  }

  /** Entries of a list, noted as what the page shows. */
  list(
    query: ListQuery,
    offset: number,
    limit: number,
    total = false,
  ): { shown: readonly EntryFacts[]; total: number } {
    const part: ListPart = { query, offset, limit, total }
    this.dependsOn(DEPENDS.list(part))
    this.dependsOn(DEPENDS.columns)
    return this.index.part(query, offset, limit)
  }

  /** Long texts of an entry. */
  bodies(entry: EntryFacts): Readonly<Record<string, string>> {
    if (this.unsaved) this.#looks |= LOOKS.page
    if (this.unsaved?.entryId === entry.id) return this.unsaved.bodies
    return this.index.source.bodies(entry)
  }

  /**
   * Error when a text or list of this size would not fit into the thread's heap. A thread that runs out of it in small steps ends
   * alone; one large piece that does not fit would end the whole server.
   */
  needs(bytes: number): void {
    const room = bytes < LARGE ? undefined : this.index.source.room?.()
    if (room !== undefined && bytes > room) throw new Error('页面用的数据太多，请减少循环或列表的数量')
  }

  /** Counts what is put out; Error when it is too much. */
  write(length: number): void {
    this.#written += length
    if (this.#written > this.limits.output)
      throw new Error(`页面超过 ${Math.round(this.limits.output / 1_000_000)} MB，请检查循环和列表的数量`)
  }
}

/** Long texts of a form that is previewed. */
export interface Unsaved {
  entryId: number
  bodies: Readonly<Record<string, string>>
}

/** Templates can't name it. */
const STATE = Symbol('the page that is drawn')

/** @param values may have getters: a variable is made when the template asks for it */
export const globalsOf = (state: PageState, values: object): object =>
  Object.defineProperty(values, STATE, { value: state })

/** The page that a tag or filter is drawn on. */
export function stateOf(context: Context): PageState {
  const state = (context.globals as { [STATE]?: PageState })[STATE]
  if (!state) throw new Error('the context has no page')
  return state
}
