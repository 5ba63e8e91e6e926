import type { OutgoingState, RecipientState } from '#shared/contract/outgoing.ts'
import { id, index, int, json, millis, ownedBy, table, text, HISTORY, AUTHOR } from '#server/db/table.ts'

export type OutgoingKind = 'email' | 'sms'

export const outgoingTables = {
  /** A message to many recipients: an e-mail, or a text message. */
  outgoing: table({
    columns: {
      id: id(),
      kind: text<OutgoingKind>(),
      /** 0: of the program itself, in nobody's list. */
      siteId: int().noReference(HISTORY),
      channelId: int().noReference('messages of a deleted channel wait'),
      /** As it was called when the message was made. */
      channelName: text(),
      /** Of e-mail: the subject; of text messages: the template's name. */
      title: text(),
      /** HTML, or the text of the template. */
      body: text(),
      /** What only one kind has. */
      extra: json(),
      sendType: int(),
      /** 0: at once. */
      dueTime: millis(),
      state: text<OutgoingState>(),
      reason: text().default(''),
      /** When there is something to be done next. */
      nextTime: millis(),
      /** Times in a row that its channel could not be reached. */
      failures: int().default(0),
      total: int(),
      sent: int().default(0),
      failed: int().default(0),
      doubtful: int().default(0),
      accountId: int().noReference(AUTHOR),
      username: text(),
      createTime: millis(),
      /** 0: it is not over. */
      endTime: millis().default(0),
      /** Recipients up to this id may have been sent to since the disk was last waited for; 0: none. */
      aheadTo: int().default(0),
      /** The run of the machine (machineRun) in which that was. */
      aheadBy: text().default(''),
    },
    indexes: {
      outgoing_due: index('state nextTime'),
      outgoing_list: index('kind siteId id'),
    },
    isDeletedWithSite: true,
  }),
  /** How many messages of a kind a site has. */
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
      /** Repeated here for the limit of a day. */
      kind: text<OutgoingKind>(),
      address: text(),
      name: text(),
      /** 0: typed in by hand. */
      memberId: int().noReference(HISTORY),
      state: text<RecipientState>().default('waiting'),
      message: text().default(''),
      /** The provider's number of the message; ''. */
      receiptId: text().noReference('number of the provider').default(''),
      attempts: int().default(0),
      /** Not before. */
      nextTime: millis().default(0),
      /** Of the last attempt; 0 before. */
      tryTime: millis().default(0),
      /** When the provider is asked next whether it arrived; 0: never. */
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
