import type { Generated } from 'kysely'
import type { EntryEventKind } from '#shared/domain/entryEvents.ts'
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

/** One thing that happened to an entry; it outlives the entry. */
export interface ContentEventTable {
  id: Generated<number>
  contentId: number
  /** Where the entry was then. */
  classId: number
  siteId: number
  kind: EntryEventKind
  /** Of the revision that it made; 0: it made none. */
  version: number
  /** Of the entry, as it was then. */
  title: string
  /** Username; '' for the server itself. */
  author: string
  authorId: number
  /** What else there is to say: a step and its remark, another column. */
  detail: string
  /** The application, or the other entry, that it was about; 0: none. */
  refId: number
  createTime: Millis
}

/** A reviewer's note at a place in a text of an entry, or an answer to one. It is no part of the entry. */
export interface ContentNoteTable {
  id: Generated<number>
  contentId: number
  /** The note that it answers; 0: it is one. */
  parentId: number
  fieldName: string
  /** The words that it is about, and what stood around them: they find the place again. */
  quote: string
  before: string
  after: string
  text: string
  author: string
  authorId: number
  createTime: Millis
  /** '' while it is open. */
  closedBy: Generated<string>
  closeTime: Generated<Millis>
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

/** The same for the pinyin initials of titles. */
export type ContentInitialsTable = ContentWordsTable

export interface ContentTables {
  content: ContentTable
  content_body: ContentBodyTable
  content_revision: ContentRevisionTable
  content_event: ContentEventTable
  content_note: ContentNoteTable
  content_count: ContentCountTable
  content_words: ContentWordsTable
  content_initials: ContentInitialsTable
  content_file: ContentFileTable
  stale_page: StalePageTable
}
