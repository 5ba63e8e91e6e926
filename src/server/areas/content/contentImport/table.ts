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
      /** Access path of the uploaded file. */
      uploadPath: text(),
      /** The import's latest job. */
      jobId: int().noReference(HISTORY),
      /** Empty until the source has been read, and mapped. */
      found: json(),
      mapping: json(),
      createTime: millis(),
    },
    indexes: {
      content_import_site: index('siteId accountId id'),
    },
  }),
  /** Links a source item to its entry, so that it is not imported twice. */
  content_import_entry: table({
    columns: {
      siteId: int().noReference(HISTORY),
      /** SHA-256 of the item's identity in its source. */
      source: text(),
      contentId: ref('content', { isSwept: true }),
      /** The import that created or last changed the entry. */
      importId: int().noReference(HISTORY),
    },
    key: ['siteId', 'source'],
    indexes: {
      content_import_entry_content: index('contentId'),
    },
  }),
  content_import_line: table({
    columns: {
      importId: int().noReference('deleted with its import'),
      isTrial: flag(),
      /** Position of the item in the source, from 1. */
      seq: int(),
      /** Row or line in the source. */
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
