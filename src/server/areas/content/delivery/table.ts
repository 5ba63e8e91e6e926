import type { DeliveryMode } from '#shared/contract/delivery.ts'
import { int, json, millis, ref, table, text } from '#server/db/table.ts'

export const deliveryTables = {
  /** A site without a row has the interface switched off. */
  delivery_site: table({
    columns: {
      siteId: ref('site').key(),
      mode: text<DeliveryMode>(),
      /** Ids; [] means all columns with content except clue columns. */
      columnIds: json().noReference('a deleted column delivers nothing'),
      /** Seconds for which responses may be cached. */
      maxAge: int(),
      version: int(),
      updatedBy: text(),
      updateTime: millis(),
    },
    isDeletedWithSite: true,
  }),
}
