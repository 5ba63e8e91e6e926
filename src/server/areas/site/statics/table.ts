import { flag, index, int, json, millis, ref, table, text, HISTORY } from '#server/db/table.ts'

export const publishTables = {
  /** Settings of a site's static pages, and the state of their last build. */
  static_site: table({
    title: '静态站点设置',
    columns: {
      siteId: ref('site').key(),
      /** 1: changes of the content trigger a build. */
      isAuto: flag().default(0),
      /** StaticPlan of the contract. */
      schedule: json().default('{}'),
      /** Time of the next planned build; 0: no plan. */
      nextTime: millis().default(0),
      /** 0: never built, or cleared. */
      buildTime: millis().default(0),
      /** buildTime of the last build that noted its pages in entry_page; 0: none. */
      pagesTime: millis().default(0),
      /** Signature of the last build, for changes that stale_page does not record. */
      signature: text().default(''),
      /** StaticReport of the contract. */
      report: json().default('{}'),
      /**
       * Hash of the record in the store, if the pages are rows of site_file; '': nothing is built, or the pages are on
       * disk.
       */
      record: text().default(''),
    },
    indexes: {
      static_site_next: index('nextTime', { where: '"nextTime" > 0' }),
    },
    isDeletedWithSite: true,
  }),
  /** Static pages that show an entry's state before `time`. */
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
  /** The page of an entry in the last build; an entry with several pages has the first one. */
  entry_page: table({
    columns: {
      siteId: int().noReference(HISTORY),
      contentId: int().noReference('rows of deleted entries go with the next build'),
      path: text().bytewise(),
      /** Of the page that is built, as in SlotRecord; '': the page was taken away. */
      revision: text(),
      /** Why the last build could not make the page; an earlier one stays. */
      problem: text().default(''),
    },
    key: ['siteId', 'contentId'],
    indexes: { entry_page_path: index('siteId path') },
    isDeletedWithSite: true,
  }),
  /** A published file of a site; its bytes are in the store by their hash. */
  site_file: table({
    columns: {
      siteId: ref('site'),
      path: text().bytewise(),
      /** Content revision as in SlotRecord. */
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
