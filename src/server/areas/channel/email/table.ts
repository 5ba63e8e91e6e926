import type { EmailSecurity } from '#shared/contract/emailChannel.ts'
import { id, index, int, millis, ref, sealedText, table, text } from '#server/db/table.ts'

export const emailTables = {
  /** A sender account for e-mail. */
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
  /** Addresses that unsubscribed from a site's mass mail. */
  mail_unsubscribed: table({
    columns: {
      siteId: ref('site'),
      /** Lower case. */
      address: text(),
      time: millis(),
    },
    key: ['siteId', 'address'],
    isDeletedWithSite: true,
  }),
}
