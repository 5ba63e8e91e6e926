import { refuseOnCopy } from '#server/db/serverCopy.ts'
import type { CallContext } from '#server/http/context.ts'
import { pageOf } from '#server/http/paging.ts'
import { OwnTransactions, type Routes } from '#server/http/routes.ts'
import { requireActiveSites } from '#server/siteAccess.ts'
import { sanitizeHtml } from '#server/html/sanitize.ts'
import type { EmailRecord } from '#shared/contract/emailSend.ts'
import { AppError, fieldError } from '#shared/errors/index.ts'
import {
  changeMessageState,
  saveMessage,
  requireMessage,
  readMessagePage,
  type OutgoingRow,
  presentProgress,
  readRecipientPage,
  collectRecipients,
  removeMessages,
  resend,
} from '../outgoing/index.ts'
import { type EmailChannelRow, requireEmailChannel, readSmtpAccount } from './channels.ts'
import { toAsciiAddress, loadMail } from './compose.ts'
import { type EmailExtra, parseExtra } from './extra.ts'
import { PreparedMail } from './prepare.ts'
import { openSmtpForCaller } from './signIn.ts'
import { SmtpFailure } from './smtp.ts'

/** contradictions.md 108: in the API `channelName` is the subject and `subject` the sender account. */
function present(row: OutgoingRow): EmailRecord {
  const { isMass, attachments } = parseExtra(row)
  return {
    ...presentProgress(row),
    channelName: row.title,
    subject: row.channelName,
    body: row.body,
    isMass,
    attachments,
  }
}

interface Content {
  siteId: number
  emailChannelId: number
  body: string
  attachments: readonly { src: string; name: string }[]
}

/** Checks that the sender account belongs to the message's site, and sanitizes the text. */
async function checkContent(ctx: CallContext, form: Content): Promise<{ channel: EmailChannelRow; body: string }> {
  await requireActiveSites(ctx, [form.siteId])
  const channel = await requireEmailChannel(ctx, form.emailChannelId)
  if (channel.siteId !== form.siteId) throw fieldError('invalid', 'emailChannelId', '发件邮箱不属于该站点，请重新选择')
  return { channel, body: sanitizeHtml(form.body, undefined, '邮件内容') }
}

const formatSender = ({ sendName, account }: EmailChannelRow): string =>
  sendName ? `${sendName} <${account}>` : account

export const sendRoutes: Routes<'emailSend'> = {
  'emailSend.page': async (ctx, input) => {
    const { rows, total } = await readMessagePage(ctx, 'email', input)
    const content = rows.map((row) => {
      const { body: _body, attachments: _files, ...rest } = present(row)
      return rest
    })
    return pageOf(content, total, input.size)
  },
  'emailSend.findById': async (ctx, { id }) => present(await requireMessage(ctx, 'email', id)),
  'emailSend.recipients': (ctx, input) => readRecipientPage(ctx, 'email', input),
  'emailSend.deleteByIdList': async (ctx, ids) => {
    await removeMessages(ctx, 'email', ids)
    return null
  },
  'emailSend.batchSend': async (ctx, form) => {
    const { channel, body } = await checkContent(ctx, form)
    const { siteId, memberIds, groupIds, levelIds, isMass, attachments } = form
    const selection = { siteId, memberIds, groupIds, levelIds, addresses: form.emailList }
    const recipients = await collectRecipients(ctx, 'email', selection)
    if (recipients.length === 0) {
      const hasNoSelection = form.emailList.length + memberIds.length + groupIds.length + levelIds.length === 0
      throw fieldError(
        'invalid',
        'emailList',
        hasNoSelection ? '请添加收件人' : '所选的会员都没有可用的邮箱，请重新选择收件人',
      )
    }
    const extra: EmailExtra = { isMass, attachments: [...attachments] }
    const message = {
      kind: 'email',
      siteId,
      channelId: channel.id,
      channelName: formatSender(channel),
      title: form.subject,
      body,
      extra: JSON.stringify(extra),
    } as const
    return { id: await saveMessage(ctx, message, recipients, form) }
  },
  'emailSend.trial': new OwnTransactions(async (ctx, form) => {
    await refuseOnCopy(ctx.db)
    const { channel, body } = await checkContent(ctx, form)
    const { isMass, subject, attachments, address } = form
    const from = { name: channel.sendName, address: channel.account }
    const content = await loadMail(ctx.deps, { subject: `[测试] ${subject}`, body, attachments, from })
    const mail = await PreparedMail.create(content, { isMass, hasLinks: false })
    const account = await readSmtpAccount(ctx.deps, channel)
    try {
      const session = await openSmtpForCaller(ctx.deps, account)
      try {
        const messageId = `<trial.${crypto.randomUUID()}@sitecraft>`
        const message = await mail.encodeFor({ address, name: '' }, { messageId, unsubscribe: '' })
        await session.send(channel.account, toAsciiAddress(address), message)
      } finally {
        session.close()
      }
    } catch (error) {
      if (error instanceof SmtpFailure) throw new AppError('invalid', `测试邮件发送失败。${error.text}`)
      throw error
    }
    return null
  }),
  'emailSend.update': async (ctx, input) => {
    await changeMessageState(ctx, 'email', input)
    return null
  },
  'emailSend.resend': async (ctx, input) => {
    await resend(ctx, 'email', input)
    return null
  },
}
