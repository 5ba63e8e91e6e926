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

/** One page while it is drawn, with all that it turns out to depend on. */
export class PageState {
  readonly index: SiteIndex
  readonly page: PlannedPage
  readonly column: ColumnFacts | undefined
  readonly entry: EntryFacts | undefined
  readonly limits: Limits
  /** Known from the drawing before, where a template shows the pages above their list. */
  paging: Paging | null
  /** `pages` was drawn while the paging was not known. */
  askedTooEarly = false
  /** More of the texts of entries than the source has (a form that is not saved). */
  readonly unsaved: Unsaved | null
  depth = 0
  #written = 0
  readonly #keys = new Set<DependencyKey>()

  constructor(
    index: SiteIndex,
    page: PlannedPage,
    how: { limits: Limits; paging: Paging | null; unsaved: Unsaved | null },
  ) {
    this.index = index
    this.page = page
    this.column = index.column(page.columnId)
    this.entry = index.entry(page.entryId)
    this.limits = how.limits
    this.paging = how.paging
    this.unsaved = how.unsaved
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
    const all = this.index.list(query)
    return { shown: all.slice(offset, offset + limit), total: all.length }
  }

  /** Long texts of an entry. */
  bodies(entry: EntryFacts): Readonly<Record<string, string>> {
    if (this.unsaved?.entryId === entry.id) return this.unsaved.bodies
    return this.index.source.bodies(entry)
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

export const globalsOf = (state: PageState, values: object): object => ({ ...values, [STATE]: state })

/** The page that a tag or filter is drawn on. */
export function stateOf(context: Context): PageState {
  const state = (context.globals as { [STATE]?: PageState })[STATE]
  if (!state) throw new Error('the context has no page')
  return state
}
