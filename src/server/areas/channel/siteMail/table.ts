import type { MailType } from '#shared/contract/siteMail.ts'
import { flag, id, index, int, json, millis, ref, table, text, AUTHOR } from '#server/db/table.ts'

export const siteMailTables = {
  /** A mail or document that an account has sent, or saved as a draft. */
  site_mail: table({
    title: '站内信',
    columns: {
      id: id(),
      type: text<MailType>(),
      senderId: int().noReference(AUTHOR),
      /** The sender's real name at the time of sending. */
      sender: text(),
      title: text(),
      /** HTML, cleaned. */
      content: text(),
      /** accessPath; '' for none. */
      file: text(),
      isDraft: flag(),
      /** MailRecipient[] of a draft; [] after sending. */
      draftRecipients: json(),
      /** Time of sending, or of the draft's last change. */
      createTime: millis(),
    },
    indexes: {
      site_mail_sent: index('senderId type isDraft id'),
      site_mail_file: index('file'),
    },
  }),
  /** The recipients of sent mail. */
  site_mail_recipient: table({
    columns: {
      mailId: ref('site_mail'),
      accountId: int().noReference(AUTHOR),
      /** Copied from the mail, for counting. */
      type: text<MailType>(),
      userName: text(),
      trueName: text(),
      /** 0: unread. */
      readTime: millis().default(0),
      /** 0: not recalled. */
      recallTime: millis().default(0),
    },
    key: ['mailId', 'accountId'],
    indexes: {
      site_mail_inbox: index('accountId type recallTime readTime mailId'),
    },
  }),
}
