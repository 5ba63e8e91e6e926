import { id, int, ref, lastSavedColumns, table, text, unique } from '#server/db/table.ts'

export const memberLevelTables = {
  /** Point ranges of a site's levels don't overlap. */
  member_level: table({
    title: '会员等级',
    columns: {
      id: id(),
      siteId: ref('site'),
      /** Unique in a site. */
      name: text(),
      note: text(),
      startValue: int(),
      endValue: int(),
      ...lastSavedColumns(),
    },
    indexes: {
      member_level_name: unique('siteId name'),
    },
    isDeletedWithSite: true,
    archive: { kind: 'memberLevels', of: 'site', without: ['siteId'] },
  }),
}
