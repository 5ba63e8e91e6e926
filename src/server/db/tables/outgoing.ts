import type { Generated } from 'kysely'
import type { EmailSecurity } from '#shared/contract/emailChannel.ts'
import type { OutgoingState, RecipientState } from '#shared/contract/outgoing.ts'
import type { Json, Millis } from './core.ts'
import type { Sealed } from './sealed.ts'

/** An account that e-mail is sent from. */
export interface EmailChannelTable {
  id: Generated<number>
  siteId: number
  account: string
  password: Sealed
  sendName: string
  smtp: string
  port: number
  security: EmailSecurity
  perMinute: number
  version: Generated<number>
  createTime: Millis
  updatedBy: string
  updateTime: Millis
}

export type OutgoingKind = 'email' | 'sms'

/** A message to many recipients: an e-mail, or a text message. */
export interface OutgoingTable {
  id: Generated<number>
  kind: OutgoingKind
  /** 0: of the program itself, in nobody's list. */
  siteId: number
  channelId: number
  /** As it was called when the message was made. */
  channelName: string
  /** Of e-mail: the subject; of text messages: the template's name. */
  title: string
  /** HTML, or the text of the template. */
  body: string
  /** What only one kind has. */
  extra: Json
  sendType: number
  /** 0: at once. */
  dueTime: Millis
  state: OutgoingState
  reason: Generated<string>
  /** When there is something to be done next. */
  nextTime: Millis
  /** Times in a row that its channel could not be reached. */
  failures: Generated<number>
  total: number
  sent: Generated<number>
  failed: Generated<number>
  doubtful: Generated<number>
  accountId: number
  username: string
  createTime: Millis
  /** 0: it is not over. */
  endTime: Generated<Millis>
  /** Recipients up to this id may have been sent to since the disk was last waited for; 0: none. */
  aheadTo: Generated<number>
  /** The run of the machine (machineRun) in which that was. */
  aheadBy: Generated<string>
}

export interface OutgoingRecipientTable {
  id: Generated<number>
  outgoingId: number
  /** Repeated here for the limit of a day. */
  kind: OutgoingKind
  address: string
  name: string
  /** 0: typed in by hand. */
  memberId: number
  state: Generated<RecipientState>
  message: Generated<string>
  /** The provider's number of the message; ''. */
  receiptId: Generated<string>
  attempts: Generated<number>
  /** Not before. */
  nextTime: Generated<Millis>
  /** Of the last attempt; 0 before. */
  tryTime: Generated<Millis>
  /** When the provider is asked next whether it arrived; 0: never. */
  askTime: Generated<Millis>
}

/** Who wants no mass mail of a site any more. */
export interface MailUnsubscribedTable {
  siteId: number
  /** In lower case. */
  address: string
  time: Millis
}

/** How many messages of a kind a site has. */
export interface OutgoingCountTable {
  kind: OutgoingKind
  siteId: number
  count: number
}

export interface OutgoingTables {
  outgoing_count: OutgoingCountTable
  email_channel: EmailChannelTable
  outgoing: OutgoingTable
  outgoing_recipient: OutgoingRecipientTable
  mail_unsubscribed: MailUnsubscribedTable
}
