import type { WebhookDelivery } from '#shared/contract/webhook.ts'
import {
  flag,
  id,
  index,
  int,
  json,
  millis,
  ownedBy,
  sealedText,
  table,
  text,
  AUTHOR,
  HISTORY,
} from '#server/db/table.ts'

export const webhookTables = {
  webhook: table({
    columns: {
      id: id(),
      name: text(),
      url: text(),
      /** WebhookEvent[]. */
      events: json(),
      /** Site ids; [] means all sites. */
      siteIds: json().noReference('what is gone sends nothing'),
      secret: sealedText(),
      isOn: flag(),
      /** Why the server disabled it; '' otherwise. */
      offReason: text().default(''),
      /** Since when all deliveries have failed; 0: the last one succeeded. */
      failingSince: millis().default(0),
      lastTime: millis().default(0),
      lastOk: flag().default(0),
      /** Account notified when the webhook is disabled. */
      accountId: int().noReference(AUTHOR),
      createBy: text(),
      createTime: millis(),
      version: int().default(1),
      updatedBy: text(),
      updateTime: millis(),
    },
  }),
  webhook_delivery: table({
    columns: {
      id: id(),
      webhookId: ownedBy('webhook'),
      event: text(),
      siteId: int().noReference(HISTORY),
      body: json(),
      state: text<WebhookDelivery['state']>(),
      attempts: int().default(0),
      /** Time of the next attempt; while sending, when the attempt counts as abandoned. */
      nextTime: millis(),
      /** HTTP status of the last response; 0: none. */
      status: int().default(0),
      durationMs: int().default(0),
      reason: text().default(''),
      answer: text().default(''),
      createTime: millis(),
    },
    indexes: {
      webhook_delivery_of: index('webhookId id'),
      webhook_delivery_time: index('createTime'),
      webhook_delivery_due: index('nextTime id', { where: `"state" in ('waiting', 'sending')` }),
    },
  }),
}
