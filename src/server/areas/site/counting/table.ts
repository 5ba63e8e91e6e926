import { index, int, millis, table, text, HISTORY } from '#server/db/table.ts'

export const countingTables = {
  /** A page view. */
  site_view: table({
    columns: {
      siteId: int().noReference(HISTORY),
      day: int(),
      hour: int(),
      visitor: text(),
      path: text(),
      /** 0: no column. */
      columnId: int().noReference(HISTORY),
    },
    indexes: {
      site_view_day: index('siteId day'),
    },
  }),
  /** A visit: consecutive views by one visitor without a break of half an hour. */
  site_visit: table({
    columns: {
      /** Random. */
      id: text().key(),
      siteId: int().noReference(HISTORY),
      /** `yyyyMMdd` in the server's time zone. */
      day: int(),
      /** Address and user agent, hashed with the day's salt. */
      visitor: text(),
      /** The address, hashed with the day's salt. */
      address: text(),
      beginTime: millis(),
      lastTime: millis(),
      pages: int(),
      /** Referring host; '' for none. */
      source: text(),
      device: text(),
    },
    indexes: {
      site_visit_day: index('siteId day visitor'),
    },
  }),
}
