import { flag, id, int, millis, ref, lastSavedColumns, table, text, unique } from '#server/db/table.ts'

export const redirectTables = {
  /** A permanent redirect. */
  site_redirect: table({
    columns: {
      id: id(),
      siteId: ref('site'),
      source: text(),
      /** redirectKey of the source: one redirect per address. */
      sourceKey: text(),
      target: text(),
      note: text().default(''),
      /** 1: created by a build. */
      isAuto: flag().default(0),
      isStatus: flag().default(1),
      hits: int().default(0),
      /** 0: never. */
      hitTime: millis().default(0),
      createTime: millis(),
      ...lastSavedColumns(),
      version: int().default(0),
    },
    indexes: {
      site_redirect_source: unique('siteId sourceKey'),
    },
    isDeletedWithSite: true,
    archive: { kind: 'redirects', of: 'site', without: ['siteId'] },
  }),
}
