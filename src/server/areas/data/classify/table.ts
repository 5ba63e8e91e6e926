import { id, index, int, ref, lastSavedColumns, table, text } from '#server/db/table.ts'

export const classifyTables = {
  /** An entry of a multi-level dictionary; parent 0: the dictionary itself. */
  classify: table({
    title: '多级字典',
    columns: {
      id: id(),
      title: text(),
      subTitle: text(),
      parentId: ref('classify'),
      sort: int(),
      ...lastSavedColumns(),
    },
    indexes: {
      classify_place: index('parentId sort'),
    },
    archive: { kind: 'classify', of: 'ids', without: [] },
  }),
}
