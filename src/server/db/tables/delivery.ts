import type { DeliveryMode } from '#shared/contract/delivery.ts'
import type { Json, Millis } from './core.ts'

/** A site without a row is switched off. */
export interface DeliverySiteTable {
  siteId: number
  mode: DeliveryMode
  /** Ids; [] all columns with content but those of clues. */
  columnIds: Json
  /** Seconds that answers may be kept. */
  maxAge: number
  version: number
  updatedBy: string
  updateTime: Millis
}

export interface DeliveryTables {
  delivery_site: DeliverySiteTable
}
