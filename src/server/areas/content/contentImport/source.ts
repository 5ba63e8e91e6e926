import { createHash } from 'node:crypto'
import type { RawRow } from '#server/sheets/cells.ts'
import type { ImportFound } from '#shared/contract/contentImport.ts'
import { AppError } from '#shared/errors/index.ts'

/** An entry as it stands in its source. */
export interface SourceItem {
  /** Line, row or number in the source. */
  row: number
  /** Names it in its source, the same in the next export. */
  key: string
  title: string
  html: string
  excerpt: string
  author: string
  /** `yyyy-MM-dd HH:mm:ss`; '' when it says none. */
  date: string
  isPublished: boolean
  /** Groups that it belongs to, by their keys; the first one that is mapped takes it. */
  groups: readonly string[]
  /** Of a sheet. */
  cells?: RawRow['cells']
  /** What addresses in its text are relative to: an address, or a path in the archive. */
  base: string
  /** Why it can't be taken at all. */
  problem?: string
}

/** What is known of a source besides its entries; complete once all of them were read. */
export type Facts = Omit<ImportFound, 'groups'> & { groups: Map<string, { title: string; count: number }> }

/** A source that is read from its beginning, an entry after the other. */
export interface Source {
  facts: Facts
  /** Ends at a broken place, which the facts then name. Throws AppErrors for what can't be read at all. */
  items(): AsyncGenerator<SourceItem, void>
  /** Bytes of a picture that lies in the source; null when it doesn't. */
  picture(address: string, item: SourceItem): Promise<Buffer | null>
  /** The address from which it could be fetched; null for none. */
  remote(address: string, item: SourceItem): URL | null
  /** 0 to 1. */
  progress(): number
  close(): Promise<void>
}

export const noFacts = (): Facts => ({
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

/** Counts an entry into its groups. */
export function countItem(facts: Facts, { groups, isPublished, author }: SourceItem): void {
  facts.entries += 1
  if (isPublished) facts.published += 1
  for (const key of groups) {
    const group = facts.groups.get(key)
    if (group) group.count += 1
  }
  if (author !== '' && !facts.authors.includes(author) && facts.authors.length < MAX_AUTHORS) facts.authors.push(author)
}
const MAX_AUTHORS = 500

export function countLeft(facts: Facts, what: string): void {
  const known = facts.left.find((each) => each.what === what)
  if (known) known.count += 1
  else if (facts.left.length < 100) facts.left.push({ what, count: 1 })
}

/** @throws AppError `too-large` for more groups than anybody could map */
export function addGroup(facts: Facts, key: string, title: string, most: number): void {
  if (facts.groups.has(key)) return
  if (facts.groups.size >= most) throw new AppError('too-large', `分组超过 ${most} 个，请分成几个文件导入`)
  facts.groups.set(key, { title: title.trim().slice(0, 254) || key.slice(0, 254), count: 0 })
}

/** Reading had to stop at a place of the source; what came before it counts. */
export class BrokenSource extends Error {
  readonly at: NonNullable<ImportFound['broken']>
  constructor(at: NonNullable<ImportFound['broken']>) {
    super(at.message)
    this.at = at
  }
}

/** Of what names an entry or a picture in its source. */
export const sourceKey = (text: string): string => createHash('sha256').update(text).digest('hex')
