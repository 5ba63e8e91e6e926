import { index, ownedBy, table, text } from '#server/db/table.ts'

export const contentFileTables = {
  /** An upload that an entry references by its address, also in the recycle bin. */
  content_file: table({
    columns: {
      contentId: ownedBy('content'),
      accessPath: text(),
    },
    key: ['accessPath', 'contentId'],
    indexes: {
      content_file_entry: index('contentId'),
    },
  }),
}
