import type { Generated } from 'kysely'
import type { Flag, Json, Millis } from './core.ts'

/** A content entry: all that lists need. Long texts stand in `content_body`. */
export interface ContentTable {
  id: Generated<number>
  classId: number
  siteId: number
  xgid: number
  /** 1: published. Kept while it is in the recycle bin. */
  isStatus: Flag
  isRecycled: Flag
  pass: Flag
  approveInstanceId: string
  approveResult: string
  sort: number
  /** packPromotions. */
  promotions: number
  hits: number
  /** First text that names it, at most 254 characters. */
  title: string
  /** Values of all fields but Editor ones, by field name; all are texts. */
  fields: Json
  createTime: Millis
  createBy: string
  createById: number
  updateTime: Millis
  updatedBy: string
  version: number
  /** When it went to the recycle bin; 0: it did not. */
  recycleTime: Millis
  /** When it was last published; 0: never. */
  publishTime: Millis
  /** The name under which its form saved it first; '' for one that was made in another way. */
  attempt: Generated<string>
}

/** Long values of an entry, read with the entry alone. */
export interface ContentBodyTable {
  contentId: number
  /** Values of Editor fields by field name. */
  bodies: Json
  /** Searchable texts by field name: lower case, without markup. What the index finds is checked against them. */
  texts: Json
}

export interface ContentRevisionTable {
  id: Generated<number>
  contentId: number
  /** Version of the entry that it is. */
  version: number
  isStatus: Flag
  /** All values by field name. */
  fields: Json
  /** Names of the fields that differ from the revision before. */
  changed: Json
  reason: string
  author: string
  createTime: Millis
}

/** How many entries a column has in each state, kept by every change, so that no total scans a column. */
export interface ContentCountTable {
  classId: number
  isRecycled: Flag
  isStatus: Flag
  total: number
}

/** Static pages that show an entry as it was before `time`. */
export interface StalePageTable {
  siteId: number
  classId: number
  contentId: number
  time: Millis
}

/**
 * The search index: which entries hold which words. PostgreSQL keeps them as an array under `words`; the embedded
 * database has a full-text table of the same name (rowid, words). Used by content/search alone.
 */
export interface ContentWordsTable {
  contentId: number
  words: string[]
}

/** An upload that an entry names by its address, also while the entry is in the recycle bin. */
export interface ContentFileTable {
  contentId: number
  accessPath: string
}

export interface ContentTables {
  content: ContentTable
  content_body: ContentBodyTable
  content_revision: ContentRevisionTable
  content_count: ContentCountTable
  content_words: ContentWordsTable
  content_file: ContentFileTable
  stale_page: StalePageTable
}
