import type { MailType } from '#shared/contract/siteMail.ts'
import { flag, id, index, int, json, millis, ref, table, text, AUTHOR } from '#server/db/table.ts'

export const siteMailTables = {
  /** A mail or document that an account sent to others, or keeps to send. */
  site_mail: table({
    title: '站内信',
    columns: {
      id: id(),
      type: text<MailType>(),
      senderId: int().noReference(AUTHOR),
      /** Real name when it was sent. */
      sender: text(),
      title: text(),
      /** HTML, cleaned. */
      content: text(),
      /** accessPath; '' for none. */
      file: text(),
      isDraft: flag(),
      /** Of a draft: MailRecipient[]; [] once it was sent. */
      draftRecipients: json(),
      /** Sent, or changed last. */
      createTime: millis(),
    },
    indexes: {
      site_mail_sent: index('senderId type isDraft id'),
      site_mail_file: index('file'),
    },
  }),
  /** Whom it went to. */
  site_mail_recipient: table({
    columns: {
      mailId: ref('site_mail'),
      accountId: int().noReference(AUTHOR),
      /** Of the mail, for the counts. */
      type: text<MailType>(),
      userName: text(),
      trueName: text(),
      /** 0: not read. */
      readTime: millis().default(0),
      /** 0: not taken back. */
      recallTime: millis().default(0),
    },
    key: ['mailId', 'accountId'],
    indexes: {
      site_mail_inbox: index('accountId type recallTime readTime mailId'),
    },
  }),
}
