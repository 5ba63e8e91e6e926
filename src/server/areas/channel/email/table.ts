import type { EmailSecurity } from '#shared/contract/emailChannel.ts'
import { id, index, int, millis, ref, sealedText, table, text } from '#server/db/table.ts'

export const emailTables = {
  /** An account that e-mail is sent from. */
  email_channel: table({
    title: '邮件通道',
    columns: {
      id: id(),
      siteId: ref('site'),
      account: text(),
      password: sealedText(),
      sendName: text(),
      smtp: text(),
      port: int(),
      security: text<EmailSecurity>(),
      perMinute: int(),
      version: int().default(1),
      createTime: millis(),
      updatedBy: text(),
      updateTime: millis(),
    },
    indexes: {
      email_channel_site: index('siteId id'),
    },
    isDeletedWithSite: true,
  }),
  /** Who wants no mass mail of a site any more. */
  mail_unsubscribed: table({
    columns: {
      siteId: ref('site'),
      /** In lower case. */
      address: text(),
      time: millis(),
    },
    key: ['siteId', 'address'],
    isDeletedWithSite: true,
  }),
}
