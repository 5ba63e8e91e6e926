import type { Generated } from 'kysely'
import type { ImportKind, ImportOutcome } from '#shared/contract/contentImport.ts'
import type { Flag, Json, Millis } from './core.ts'

export interface ContentImportTable {
  id: Generated<number>
  siteId: number
  accountId: number
  kind: ImportKind
  fileName: string
  /** Of the upload that it reads. */
  uploadPath: string
  /** The last job of it. */
  jobId: number
  /** Empty until it was read, and mapped. */
  found: Json
  mapping: Json
  createTime: Millis
}

export interface ContentImportLineTable {
  importId: number
  isTrial: Flag
  /** Which entry of the source it is, from 1. */
  seq: number
  /** Where it stands there. */
  row: number
  title: string
  target: string
  outcome: ImportOutcome
  reason: string
}

/** Which entry came from where: it is not imported twice. */
export interface ContentImportEntryTable {
  siteId: number
  /** SHA-256 of what names it in its source. */
  source: string
  contentId: number
  /** The import that made or last changed it. */
  importId: number
}

export interface ContentImportPictureTable {
  siteId: number
  source: string
  accessPath: string
}

export interface ContentImportTables {
  content_import: ContentImportTable
  content_import_line: ContentImportLineTable
  content_import_entry: ContentImportEntryTable
  content_import_picture: ContentImportPictureTable
}
