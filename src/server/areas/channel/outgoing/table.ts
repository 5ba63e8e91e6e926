import type { OutgoingState, RecipientState } from '#shared/contract/outgoing.ts'
import { id, index, int, json, millis, ownedBy, table, text, HISTORY, AUTHOR } from '#server/db/table.ts'

export type OutgoingKind = 'email' | 'sms'

export const outgoingTables = {
  /** An e-mail or text message to many recipients. */
  outgoing: table({
    columns: {
      id: id(),
      kind: text<OutgoingKind>(),
      /** 0: a system message, which appears in no list. */
      siteId: int().noReference(HISTORY),
      channelId: int().noReference('messages of a deleted channel wait'),
      /** The channel's name when the message was created. */
      channelName: text(),
      /** The subject of an e-mail, or the name of an SMS template. */
      title: text(),
      /** HTML, or the text of the SMS template. */
      body: text(),
      /** Properties that only one kind has. */
      extra: json(),
      sendType: int(),
      /** 0: immediately. */
      dueTime: millis(),
      state: text<OutgoingState>(),
      reason: text().default(''),
      /** Time of the next action. */
      nextTime: millis(),
      /** Consecutive failures to reach the channel. */
      failures: int().default(0),
      total: int(),
      sent: int().default(0),
      failed: int().default(0),
      doubtful: int().default(0),
      accountId: int().noReference(AUTHOR),
      username: text(),
      createTime: millis(),
      /** 0: not ended. */
      endTime: millis().default(0),
      /** Recipients up to this id are reserved: their states may not be on disk yet; 0: none. */
      aheadTo: int().default(0),
      /** Boot of the machine (readBootId) in which they were reserved. */
      aheadBy: text().default(''),
    },
    indexes: {
      outgoing_due: index('state nextTime'),
      outgoing_list: index('kind siteId id'),
    },
    isDeletedWithSite: true,
  }),
  /** Number of messages per kind and site. */
  outgoing_count: table({
    columns: {
      kind: text<OutgoingKind>(),
      siteId: int().noReference(HISTORY),
      count: int(),
    },
    key: ['kind', 'siteId'],
    isDeletedWithSite: true,
  }),
  outgoing_recipient: table({
    columns: {
      id: id(),
      outgoingId: ownedBy('outgoing'),
      /** Copied from the message for the daily limit. */
      kind: text<OutgoingKind>(),
      address: text(),
      name: text(),
      /** 0: typed in. */
      memberId: int().noReference(HISTORY),
      state: text<RecipientState>().default('waiting'),
      message: text().default(''),
      /** The provider's id of the message; '' without one. */
      receiptId: text().noReference('number of the provider').default(''),
      attempts: int().default(0),
      /** Earliest time of the next attempt. */
      nextTime: millis().default(0),
      /** Time of the last attempt; 0: none yet. */
      tryTime: millis().default(0),
      /** When the delivery receipt is polled next; 0: never. */
      askTime: millis().default(0),
    },
    indexes: {
      outgoing_recipient_state: index('outgoingId state id'),
      outgoing_recipient_all: index('outgoingId id'),
      outgoing_recipient_address: index('address tryTime'),
      outgoing_recipient_sending: index('state tryTime'),
      outgoing_recipient_ask: index('askTime', { where: '"askTime" > 0' }),
    },
  }),
}
