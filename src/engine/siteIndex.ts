import type { ORDERS } from './catalogue/index.ts'
import { COLUMN_TYPE } from '#shared/domain/columnType.ts'
import { toAddress, fillPattern, parsePagePath } from './addresses.ts'
import type { ColumnFacts, DataSource, EntryFacts } from './data.ts'

/** Orders of a list; `default`: those on top, then by the column's own order, then the newest first. */
export type Order = (typeof ORDERS)[number]

/** Selects the entries of a list. */
export interface ListQuery {
  columns: readonly number[]
  order: Order
  /** Promotion bits that each entry must have (packPromotions); 0: any. */
  flags: number
  /** Promotion bits of which any puts an entry on top; 0: none. */
  top: number
  /** 0: any. */
  label: number
  /** Field values that each entry must have. */
  where: readonly (readonly [field: string, value: string])[]
  /** Id of an excluded entry; 0: none. */
  excludedId: number
}

const comparators: Readonly<Record<Order, (a: EntryFacts, b: EntryFacts) => number>> = {
  default: (a, b) => b.sort - a.sort || compareText(b.date, a.date) || b.id - a.id,
  date: (a, b) => compareText(b.date, a.date) || b.id - a.id,
  date_asc: (a, b) => compareText(a.date, b.date) || a.id - b.id,
  id: (a, b) => b.id - a.id,
  id_asc: (a, b) => a.id - b.id,
  title: (a, b) => compareText(a.title, b.title) || a.id - b.id,
  hits: (a, b) => b.hits - a.hits || b.id - a.id,
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Indexes a site's columns and entries for the queries of templates. */
export class SiteIndex {
  readonly source: DataSource
  readonly #columns: ReadonlyMap<number, ColumnFacts>
  readonly #childrenOf = new Map<number, ColumnFacts[]>()
  readonly #entries: ReadonlyMap<number, EntryFacts>
  readonly #inColumn = new Map<number, EntryFacts[]>()
  readonly #lists = new Map<string, readonly EntryFacts[]>()

  constructor(source: DataSource) {
    this.source = source
    this.#columns = new Map(source.columns.map((column) => [column.id, column]))
    for (const column of source.columns)
      addTo(this.#childrenOf, this.#columns.has(column.parentId) ? column.parentId : 0, column)
    this.#entries = new Map(source.entries.map((entry) => [entry.id, entry]))
    for (const entry of source.entries) addTo(this.#inColumn, entry.columnId, entry)
  }

  column(id: number): ColumnFacts | undefined {
    return this.#columns.get(id)
  }

  entry(id: number): EntryFacts | undefined {
    return this.#entries.get(id)
  }

  /** The child columns of a column; 0: top-level columns. */
  below(id: number): readonly ColumnFacts[] {
    return this.#childrenOf.get(id) ?? []
  }

  /** The column and all its descendants. */
  withDescendants(column: ColumnFacts): ColumnFacts[] {
    return [column, ...this.below(column.id).flatMap((each) => this.withDescendants(each))]
  }

  /** The path from the top column to this one. */
  pathTo(column: ColumnFacts): ColumnFacts[] {
    const way: ColumnFacts[] = []
    let at: ColumnFacts | undefined = column
    while (at && !way.includes(at)) {
      way.unshift(at)
      at = this.#columns.get(at.parentId)
    }
    return way
  }

  /** Finds a column by id, identifier, code path (`news/group`) or title. */
  find(ref: string | number): ColumnFacts | undefined {
    const text = String(ref)
      .trim()
      .replace(/^\/|\/$/g, '')
    if (/^\d+$/.test(text)) return this.#columns.get(Number(text))
    const { columns } = this.source
    return (
      columns.find((column) => column.identifies === text) ??
      columns.find((column) => this.codePath(column) === text) ??
      columns.find((column) => column.title === text)
    )
  }

  codePath(column: ColumnFacts): string {
    return this.pathTo(column)
      .map(({ code }) => code)
      .join('/')
  }

  /** The entry of a single-article column; undefined: not published. */
  articleOf(column: ColumnFacts): EntryFacts | undefined {
    return column.menuType === COLUMN_TYPE.article ? this.list(listAll([column.id]))[0] : undefined
  }

  /** All entries of a list, sorted. */
  list(query: ListQuery): readonly EntryFacts[] {
    const key = JSON.stringify(query)
    const known = this.#lists.get(key)
    if (known) return known
    const found = query.columns
      .flatMap((id) => this.#inColumn.get(id) ?? [])
      .filter((entry) => this.#isIn(entry, query))
    const order = comparators[query.order]
    const isTop = ({ promotions }: EntryFacts): number => (promotions & query.top ? 1 : 0)
    const sorted = found.sort(query.top === 0 ? order : (a, b) => isTop(b) - isTop(a) || order(a, b))
    this.#lists.set(key, sorted)
    return sorted
  }

  /**
   * A part of a list, and its length. Lists that differ only in the excluded entry share one cached list, because
   * otherwise each entry's page would cache a list.
   */
  part(query: ListQuery, offset: number, limit: number): { shown: readonly EntryFacts[]; total: number } {
    const all = this.list({ ...query, excludedId: 0 })
    const left = query.excludedId === 0 ? undefined : this.entry(query.excludedId)
    if (!left || !query.columns.includes(left.columnId) || !this.#isIn(left, { ...query, excludedId: 0 }))
      return { shown: all.slice(offset, offset + limit), total: all.length }
    const near = all.slice(0, offset + limit + 1).filter((entry) => entry !== left)
    return { shown: near.slice(offset, offset + limit), total: all.length - 1 }
  }

  #isIn(entry: EntryFacts, { flags, label, where, excludedId }: ListQuery): boolean {
    if ((entry.promotions & flags) !== flags || entry.id === excludedId) return false
    if (label !== 0 && !this.labelsOf(entry).includes(label)) return false
    return where.every(([field, value]) => (entry.fields[field] ?? '') === value)
  }

  /** Ids of an entry's labels. */
  labelsOf(entry: EntryFacts): number[] {
    const fields = this.#columns.get(entry.columnId)?.fields ?? []
    return fields
      .filter(({ type }) => type === 'RelationLabel')
      .flatMap(({ name }) =>
        (entry.fields[name] ?? '')
          .split(',')
          .filter((id) => id !== '')
          .map(Number),
      )
  }

  /** The entries before and after one in its column's own order. */
  neighbours(entry: EntryFacts): { previous: EntryFacts | undefined; next: EntryFacts | undefined } {
    const list = this.list(listAll([entry.columnId]))
    const at = insertionIndex(list, entry)
    return list[at] === entry
      ? { previous: list[at - 1], next: list[at + 1] }
      : { previous: undefined, next: undefined }
  }

  /** The file of a column's first page; null when it has none. */
  columnPath(column: ColumnFacts): string | null {
    const [address] = column.listUrls
    return address === undefined ? null : parsePagePath(address)
  }

  /** The address of a column: another website, its own page, or the first descendant with an address; else ''. */
  columnUrl(column: ColumnFacts): string {
    if (column.externalUrl !== '') return column.externalUrl
    const path = this.columnPath(column)
    if (path !== null) return toAddress(path)
    const inside = this.below(column.id).find((each) => this.columnUrl(each) !== '')
    return inside ? this.columnUrl(inside) : ''
  }

  /**
   * The address of an entry; for a single article the address of its column. '' when its column has no pages for
   * entries.
   */
  entryUrl(entry: EntryFacts): string {
    const column = this.#columns.get(entry.columnId)
    const [pattern] = column?.detailUrls ?? []
    const path = column && pattern !== undefined ? parsePagePath(fillPattern(pattern, column, entry)) : null
    if (path !== null) return toAddress(path)
    return column?.menuType === COLUMN_TYPE.article ? this.columnUrl(column) : ''
  }
}

/** The index of an entry in a list of the default order, or its insertion index. */
function insertionIndex(list: readonly EntryFacts[], entry: EntryFacts): number {
  let [from, to] = [0, list.length]
  while (from < to) {
    const middle = (from + to) >> 1
    const other = list[middle]
    if (other && comparators.default(other, entry) < 0) from = middle + 1
    else to = middle
  }
  return from
}

/** A query for all entries of the columns in the default order. */
export const listAll = (columns: readonly number[]): ListQuery => ({
  columns,
  order: 'default',
  flags: 0,
  top: 0,
  label: 0,
  where: [],
  excludedId: 0,
})

function addTo<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}
