import type { Generated } from 'kysely'
import type { MailType } from '#shared/contract/siteMail.ts'
import type { Flag, Json, Millis } from './core.ts'

/** A mail or document that an account sent to others, or keeps to send. */
export interface SiteMailTable {
  id: Generated<number>
  type: MailType
  senderId: number
  /** Real name when it was sent. */
  sender: string
  title: string
  /** HTML, cleaned. */
  content: string
  /** accessPath; '' for none. */
  file: string
  isDraft: Flag
  /** Of a draft: MailRecipient[]; [] once it was sent. */
  draftRecipients: Json
  /** Sent, or changed last. */
  createTime: Millis
}

/** Whom it went to. */
export interface SiteMailRecipientTable {
  mailId: number
  accountId: number
  /** Of the mail, for the counts. */
  type: MailType
  userName: string
  trueName: string
  /** 0: not read. */
  readTime: Generated<Millis>
  /** 0: not taken back. */
  recallTime: Generated<Millis>
}

export interface SiteMailTables {
  site_mail: SiteMailTable
  site_mail_recipient: SiteMailRecipientTable
}
