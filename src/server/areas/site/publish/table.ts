import { flag, index, int, json, millis, ref, table, text, HISTORY } from '#server/db/table.ts'

export const publishTables = {
  /** What is set for a site's static pages, and how their last build went. */
  static_site: table({
    title: '静态站点设置',
    columns: {
      siteId: ref('site').key(),
      /** 1: a change of what the pages show builds them by itself. */
      isAuto: flag().default(0),
      /** StaticPlan of the contract. */
      schedule: json().default('{}'),
      /** When the plan begins the next build; 0: it is switched off. */
      nextTime: millis().default(0),
      /** 0: never, or cleared since. */
      buildTime: millis().default(0),
      /** Of what stale_page does not tell, when they were built. */
      signature: text().default(''),
      /** StaticReport of the contract. */
      report: json().default('{}'),
      /** Hash of its record in the store, where its pages are rows of site_file; '': nothing is built, or they lie on a disk. */
      record: text().default(''),
    },
    indexes: {
      static_site_next: index('nextTime', { where: '"nextTime" > 0' }),
    },
    isDeletedWithSite: true,
  }),
  /** Static pages that show an entry as it was before `time`. */
  stale_page: table({
    columns: {
      siteId: int().noReference(HISTORY),
      classId: int().noReference(HISTORY),
      contentId: int().noReference('pages of deleted entries are stale, too'),
      time: millis(),
    },
    key: ['siteId', 'classId', 'contentId'],
    isDeletedWithSite: true,
  }),
  /** A file of a site's built pages, as visitors see them; its bytes lie in the store by their hash. */
  site_file: table({
    columns: {
      siteId: ref('site'),
      path: text().bytewise(),
      /** As the build names its content (SlotRecord). */
      revision: text(),
      size: int(),
      sha256: text(),
    },
    key: ['siteId', 'path'],
    indexes: {
      site_file_content: index('sha256'),
    },
    isDeletedWithSite: true,
  }),
}
