import type { ImportKind, ImportOutcome } from '#shared/contract/contentImport.ts'
import { flag, id, index, int, json, millis, ref, table, text, HISTORY, AUTHOR } from '#server/db/table.ts'

export const contentImportTables = {
  content_import: table({
    columns: {
      id: id(),
      siteId: int().noReference(HISTORY),
      accountId: int().noReference(AUTHOR),
      kind: text<ImportKind>(),
      fileName: text(),
      /** Of the upload that it reads. */
      uploadPath: text(),
      /** The last job of it. */
      jobId: int().noReference(HISTORY),
      /** Empty until it was read, and mapped. */
      found: json(),
      mapping: json(),
      createTime: millis(),
    },
    indexes: {
      content_import_site: index('siteId accountId id'),
    },
  }),
  /** Which entry came from where: it is not imported twice. */
  content_import_entry: table({
    columns: {
      siteId: int().noReference(HISTORY),
      /** SHA-256 of what names it in its source. */
      source: text(),
      contentId: ref('content', { isSwept: true }),
      /** The import that made or last changed it. */
      importId: int().noReference(HISTORY),
    },
    key: ['siteId', 'source'],
    indexes: {
      content_import_entry_content: index('contentId'),
    },
  }),
  content_import_line: table({
    columns: {
      importId: int().noReference('goes with its import'),
      isTrial: flag(),
      /** Which entry of the source it is, from 1. */
      seq: int(),
      /** Where it stands there. */
      row: int(),
      title: text(),
      target: text(),
      outcome: text<ImportOutcome>(),
      reason: text(),
    },
    key: ['importId', 'isTrial', 'seq'],
  }),
  content_import_picture: table({
    columns: {
      siteId: int().noReference(HISTORY),
      source: text(),
      accessPath: text(),
    },
    key: ['siteId', 'source'],
  }),
}
