import { id, index, json, millis, ref, lastSavedColumns, table, text } from '#server/db/table.ts'

export const dictionaryTables = {
  /** A flat dictionary; site 0: available to all sites. */
  dictionary: table({
    title: '字典',
    columns: {
      id: id(),
      title: text(),
      siteId: ref('site'),
      /** string[]. */
      value: json(),
      createTime: millis(),
      ...lastSavedColumns(),
    },
    indexes: {
      dictionary_place: index('siteId id'),
    },
    isDeletedWithSite: true,
    archive: { kind: 'dictionaries', of: 'ids', without: [] },
  }),
}
