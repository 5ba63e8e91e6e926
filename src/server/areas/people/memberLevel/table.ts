import { id, int, ref, saved, table, text, unique } from '#server/db/table.ts'

export const memberLevelTables = {
  /** Ranges of the levels of a site have no points in common. */
  member_level: table({
    title: '会员等级',
    columns: {
      id: id(),
      siteId: ref('site'),
      /** One of its name in a site. */
      name: text(),
      note: text(),
      startValue: int(),
      endValue: int(),
      ...saved(),
    },
    indexes: {
      member_level_name: unique('siteId name'),
    },
    isDeletedWithSite: true,
    archive: { kind: 'memberLevels', of: 'site', without: ['siteId'] },
  }),
}
