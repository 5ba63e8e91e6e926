import { removeNotices, readNotices } from '#server/areas/people/notice/index.ts'
import type { CallContext } from '#server/http/context.ts'
import { missingRecord } from '#server/http/missingRecords.ts'
import { pageOf, readPage } from '#server/http/paging.ts'
import type { Resource, Routes } from '#server/http/routes.ts'
import type { MailDetail, MailRecipient, MailType } from '#shared/contract/siteMail.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { countUnread, readDrafts, readInbox, readSentMails } from './lists.ts'
import { findMailMembers } from './recipients.ts'
import { removeDraft, saveDraft, sendMail } from './send.ts'

const routes: Routes<'siteMail'> = {
  'siteMail.inbox': readInbox,
  'siteMail.sent': readSentMails,
  'siteMail.drafts': readDrafts,
  'siteMail.counts': countUnread,
  'siteMail.read': (ctx, { id }) => markRead(ctx, id),
  'siteMail.markRead': (ctx, { id }) => markRead(ctx, id),
  'siteMail.detail': (ctx, { id }) => readMail(ctx, id),
  'siteMail.send': (ctx, form) => sendMail(ctx, 'mail', form),
  'siteMail.sendDocument': (ctx, form) => sendMail(ctx, 'document', form),
  'siteMail.saveDraft': saveDraft,
  'siteMail.removeDraft': async (ctx, { id }) => {
    await removeDraft(ctx, id)
    return null
  },
  'siteMail.recall': (ctx, { id }) => recallMail(ctx, id),
  'siteMail.receipts': async (ctx, { id, state, key: _key, ...paging }) => {
    await requireOwnMail(ctx, id)
    let found = ctx.db.selectFrom('site_mail_recipient').selectAll().where('mailId', '=', id)
    if (state === 'read') found = found.where('readTime', '>', 0)
    if (state === 'recalled') found = found.where('recallTime', '>', 0)
    if (state === 'unread') found = found.where('readTime', '=', 0).where('recallTime', '=', 0)
    const { rows, total } = await readPage(found.orderBy('accountId'), paging)
    return pageOf(
      rows.map(({ userName, trueName, readTime, recallTime }) => ({
        userName,
        trueName,
        state: readTime > 0 ? ('read' as const) : recallTime > 0 ? ('recalled' as const) : ('unread' as const),
        date: readTime + recallTime === 0 ? '' : formatDateTime(readTime || recallTime),
      })),
      total,
      paging.size,
    )
  },
  'siteMail.members': findMailMembers,
}

const toNoticePlace = (type: MailType) => (type === 'mail' ? 'mails' : 'documents')
const createMailNotFound = (id: number): AppError => missingRecord('消息不存在，可能已被撤回，请刷新后重试', id)

/**
 * Marks a mail as read; only the first reading counts.
 * @throws AppError `not-found` for a mail the caller never received, or that was recalled
 */
async function markRead(ctx: CallContext, id: number): Promise<null> {
  const { accountId } = ctx.requireSignedIn()
  const row = await findReceivedMail(ctx, id)
  if (!row) throw createMailNotFound(id)
  await ctx.db
    .updateTable('site_mail_recipient')
    .set({ readTime: ctx.clock.now().getTime() })
    .where('mailId', '=', id)
    .where('accountId', '=', accountId)
    .where('readTime', '=', 0)
    .where('recallTime', '=', 0)
    .execute()
  await readNotices(ctx, accountId, { place: toNoticePlace(row.type), contentId: id })
  return null
}

const findReceivedMail = (ctx: CallContext, mailId: number) =>
  ctx.db
    .selectFrom('site_mail_recipient')
    .selectAll()
    .where('mailId', '=', mailId)
    .where('accountId', '=', ctx.requireSignedIn().accountId)
    .where('recallTime', '=', 0)
    .executeTakeFirst()

async function readMail(ctx: CallContext, id: number): Promise<MailDetail> {
  const mail = await ctx.db
    .selectFrom('site_mail')
    .leftJoin('account', 'account.id', 'site_mail.senderId')
    .selectAll('site_mail')
    .select('account.username')
    .where('site_mail.id', '=', id)
    .executeTakeFirst()
  const receipt = mail?.isDraft === 0 ? await findReceivedMail(ctx, id) : undefined
  if (!mail || (!receipt && mail.senderId !== ctx.requireSignedIn().accountId)) throw createMailNotFound(id)
  return {
    id,
    type: mail.type,
    title: mail.title,
    file: mail.file,
    content: mail.content,
    sender: mail.sender,
    senderName: mail.username ?? '',
    createDate: formatDateTime(mail.createTime),
    readDate: receipt && receipt.readTime > 0 ? formatDateTime(receipt.readTime) : '',
    recipientDTOList: JSON.parse(mail.draftRecipients) as MailRecipient[],
  }
}

async function requireOwnMail(ctx: CallContext, id: number) {
  const mail = await ctx.db
    .selectFrom('site_mail')
    .selectAll()
    .where('id', '=', id)
    .where('senderId', '=', ctx.requireSignedIn().accountId)
    .where('isDraft', '=', 0)
    .executeTakeFirst()
  if (!mail) throw createMailNotFound(id)
  return mail
}

/** @throws AppError `conflict` when every recipient has read it */
async function recallMail(ctx: CallContext, id: number): Promise<{ recalled: number }> {
  const { type } = await requireOwnMail(ctx, id)
  const rows = await ctx.db
    .updateTable('site_mail_recipient')
    .set({ recallTime: ctx.clock.now().getTime() })
    .where('mailId', '=', id)
    .where('readTime', '=', 0)
    .where('recallTime', '=', 0)
    .returning('accountId')
    .execute()
  if (rows.length === 0) throw new AppError('conflict', '没有未读的收件人，不能撤回')
  const from = rows.map(({ accountId }) => accountId)
  await removeNotices(ctx, from, { place: toNoticePlace(type), contentId: id })
  return { recalled: rows.length }
}

/** Calls 199–205: site mail and documents between accounts. */
export const siteMail: Resource = { routes }
