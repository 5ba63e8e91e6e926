import { flag, id, int, ownedBy, table, text, unique, HISTORY } from '#server/db/table.ts'

export const siteImportTables = {
  /** An import of a whole site that is running or was abandoned. */
  site_import: table({
    columns: {
      id: id(),
      jobId: int().noReference(HISTORY),
      /** Reserved for the new site, which is inserted last. */
      siteId: int().noReference('reserved for the site that is being created'),
      /** Name of a step in areas/content/siteArchive. */
      step: text(),
      /** Lines of the step that are imported. */
      line: int(),
    },
    indexes: {
      site_import_job: unique('jobId'),
    },
  }),
  /** Maps an id or address of the archive to the one on this server. */
  site_import_map: table({
    columns: {
      importId: ownedBy('site_import'),
      kind: text(),
      oldKey: text(),
      newKey: text(),
      /** 0: the row existed before the import. */
      isMade: flag(),
    },
    key: ['importId', 'kind', 'oldKey'],
  }),
}
