import type { Generated } from 'kysely'
import type { WebhookDelivery } from '#shared/contract/webhook.ts'
import type { Flag, Json, Millis } from './core.ts'
import type { Sealed } from './sealed.ts'

export interface WebhookTable {
  id: Generated<number>
  name: string
  url: string
  /** WebhookEvent[]. */
  events: Json
  /** Ids; [] all. */
  siteIds: Json
  secret: Sealed
  isOn: Flag
  /** Why the server switched it off; ''. */
  offReason: Generated<string>
  /** Since when nothing has arrived; 0: the last delivery did. */
  failingSince: Generated<Millis>
  lastTime: Generated<Millis>
  lastOk: Generated<Flag>
  /** Who is told when it is switched off. */
  accountId: number
  createBy: string
  createTime: Millis
  version: Generated<number>
  updatedBy: string
  updateTime: Millis
}

export interface WebhookDeliveryTable {
  id: Generated<number>
  webhookId: number
  event: string
  siteId: number
  body: Json
  state: WebhookDelivery['state']
  attempts: Generated<number>
  /** Of the next attempt; of one that is being sent, when its process counts as dead. */
  nextTime: Millis
  /** Of the last answer; 0 none. */
  status: Generated<number>
  durationMs: Generated<number>
  reason: Generated<string>
  answer: Generated<string>
  createTime: Millis
}

export interface WebhookTables {
  webhook: WebhookTable
  webhook_delivery: WebhookDeliveryTable
}
