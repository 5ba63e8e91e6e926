import { index, int, millis, table, text, HISTORY } from '#server/db/table.ts'

export const countingTables = {
  /** A page that was opened. */
  site_view: table({
    columns: {
      siteId: int().noReference(HISTORY),
      day: int(),
      hour: int(),
      visitor: text(),
      path: text(),
      /** 0: of no column. */
      columnId: int().noReference(HISTORY),
    },
    indexes: {
      site_view_day: index('siteId day'),
    },
  }),
  /** What somebody did on a site without a break of half an hour. */
  site_visit: table({
    columns: {
      /** Random. */
      id: text().key(),
      siteId: int().noReference(HISTORY),
      /** `yyyyMMdd` in the server's time zone. */
      day: int(),
      /** Of address and browser, hashed with the day's salt. */
      visitor: text(),
      /** The address, hashed with the day's salt. */
      address: text(),
      beginTime: millis(),
      lastTime: millis(),
      pages: int(),
      /** Host that led here; '' when none did. */
      source: text(),
      device: text(),
    },
    indexes: {
      site_visit_day: index('siteId day visitor'),
    },
  }),
}
