import { id, ref, lastSavedColumns, table, text, unique } from '#server/db/table.ts'

export const memberGroupTables = {
  member_group: table({
    title: '会员分组',
    columns: {
      id: id(),
      siteId: ref('site'),
      /** Unique in a site. */
      name: text(),
      note: text(),
      ...lastSavedColumns(),
    },
    indexes: {
      member_group_name: unique('siteId name'),
    },
    isDeletedWithSite: true,
    archive: { kind: 'memberGroups', of: 'site', without: ['siteId'] },
  }),
}
