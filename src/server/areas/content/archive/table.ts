import { flag, id, int, ownedBy, table, text, unique, HISTORY } from '#server/db/table.ts'

export const siteImportTables = {
  /** An import of a whole site that goes on, or that was left behind. */
  site_import: table({
    columns: {
      id: id(),
      jobId: int().noReference(HISTORY),
      /** Kept free for the new site, which is made last of all. */
      siteId: int().noReference('kept free for the site that is being made'),
      /** Of areas/content/archive. */
      step: text(),
      /** Lines of the step that are done. */
      line: int(),
    },
    indexes: {
      site_import_job: unique('jobId'),
    },
  }),
  /** What an id or address of the archive is here. */
  site_import_map: table({
    columns: {
      importId: ownedBy('site_import'),
      kind: text(),
      oldKey: text(),
      newKey: text(),
      /** 0: it was there before the import. */
      isMade: flag(),
    },
    key: ['importId', 'kind', 'oldKey'],
  }),
}
