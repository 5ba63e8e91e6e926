import { createHash } from 'node:crypto'
import type { RawRow } from '#server/sheets/cells.ts'
import type { ImportSummary } from '#shared/contract/contentImport.ts'
import { AppError } from '#shared/errors/index.ts'

/** An item of a source that may become an entry. */
export interface SourceItem {
  /** Line, row or number in the source. */
  row: number
  /** Identifies the item in its source; stable across exports. */
  key: string
  title: string
  html: string
  excerpt: string
  author: string
  /** `yyyy-MM-dd HH:mm:ss`; '' when the source has none. */
  date: string
  isPublished: boolean
  /** Keys of the item's groups; the first mapped group decides the target. */
  groups: readonly string[]
  /** Cells of a sheet's row. */
  cells?: RawRow['cells']
  /** Base of relative addresses in the text: a URL, or a path in the archive. */
  base: string
  /** Why the item cannot be imported. */
  problem?: string
}

/** Summary of a source; complete once all items have been read. */
export type SourceFacts = Omit<ImportSummary, 'groups'> & { groups: Map<string, { title: string; count: number }> }

/** A source that is read sequentially. */
export interface Source {
  facts: SourceFacts
  /** Ends at a damaged position, which `facts.broken` then names. Throws AppErrors for an unreadable source. */
  items(): AsyncGenerator<SourceItem, void>
  /** Bytes of a picture inside the source; null when the source does not contain it. */
  picture(address: string, item: SourceItem): Promise<Buffer | null>
  /** URL from which the picture can be fetched; null when there is none. */
  remote(address: string, item: SourceItem): URL | null
  /** Fraction from 0 to 1. */
  progress(): number
  close(): Promise<void>
}

export const createFacts = (): SourceFacts => ({
  from: '',
  entries: 0,
  published: 0,
  groups: new Map(),
  authors: [],
  pictures: 0,
  remotePictures: 0,
  left: [],
  columns: [],
  broken: null,
})

/** Counts an item in the totals and in its groups. */
export function countItem(facts: SourceFacts, { groups, isPublished, author }: SourceItem): void {
  facts.entries += 1
  if (isPublished) facts.published += 1
  for (const key of groups) {
    const group = facts.groups.get(key)
    if (group) group.count += 1
  }
  if (author !== '' && !facts.authors.includes(author) && facts.authors.length < MAX_AUTHORS) facts.authors.push(author)
}
const MAX_AUTHORS = 500

export function countSkipped(facts: SourceFacts, what: string): void {
  const known = facts.left.find((each) => each.what === what)
  if (known) known.count += 1
  else if (facts.left.length < 100) facts.left.push({ what, count: 1 })
}

/** @throws AppError `too-large` for more groups than `maxGroups` */
export function addGroup(facts: SourceFacts, key: string, title: string, maxGroups: number): void {
  if (facts.groups.has(key)) return
  if (facts.groups.size >= maxGroups) throw new AppError('too-large', `分组超过 ${maxGroups} 个，请拆分为多个文件导入`)
  facts.groups.set(key, { title: title.trim().slice(0, 254) || key.slice(0, 254), count: 0 })
}

/** Reading stopped at a damaged position of the source; the items before it are valid. */
export class DamagedSourceError extends Error {
  readonly position: NonNullable<ImportSummary['broken']>
  constructor(at: NonNullable<ImportSummary['broken']>) {
    super(at.message)
    this.position = at
  }
}

/** Hash that identifies an entry or picture of a source. */
export const sourceKey = (text: string): string => createHash('sha256').update(text).digest('hex')
