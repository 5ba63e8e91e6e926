import type { DeliveryMode } from '#shared/contract/delivery.ts'
import { int, json, millis, ref, table, text } from '#server/db/table.ts'

export const deliveryTables = {
  /** A site without a row is switched off. */
  delivery_site: table({
    columns: {
      siteId: ref('site').key(),
      mode: text<DeliveryMode>(),
      /** Ids; [] all columns with content but those of clues. */
      columnIds: json().noReference('what is gone answers nothing'),
      /** Seconds that answers may be kept. */
      maxAge: int(),
      version: int(),
      updatedBy: text(),
      updateTime: millis(),
    },
    isDeletedWithSite: true,
  }),
}
