import { id, index, json, millis, ref, table, text } from '#server/db/table.ts'

export const deadLinkTables = {
  /** A dead link. */
  dead_link: table({
    columns: {
      id: id(),
      siteId: ref('site'),
      kind: text(),
      address: text(),
      /** DeadFacts of areas/site/deadLink. */
      facts: json(),
    },
    indexes: {
      dead_link_site: index('siteId kind'),
    },
    isDeletedWithSite: true,
  }),
  /** The last check of a site's links. */
  link_check: table({
    columns: {
      siteId: ref('site').key(),
      checkTime: millis(),
      /** CheckFacts of areas/site/deadLink. */
      facts: json(),
    },
    isDeletedWithSite: true,
  }),
}
