import { flag, id, index, int, json, millis, ownedBy, table, text } from '#server/db/table.ts'

export const contentRevisionTables = {
  content_revision: table({
    columns: {
      id: id(),
      contentId: ownedBy('content'),
      /** Version of the entry that the revision holds. */
      version: int(),
      isStatus: flag(),
      /** All values by field name. */
      fields: json(),
      /** Names of the fields that differ from the previous revision. */
      changed: json(),
      reason: text(),
      author: text(),
      createTime: millis(),
    },
    indexes: {
      content_revision_entry: index('contentId -id'),
    },
    archive: { kind: 'revisions', of: 'contentId', without: ['id'] },
  }),
}
