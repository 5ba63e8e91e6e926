import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { contains } from '#server/db/search.ts'
import type { CallContext } from '#server/http/context.ts'
import { pageOf, readPage } from '#server/http/paging.ts'
import type { Handler } from '#server/http/routes.ts'
import type { MailRecipient, MailType, SentMail } from '#shared/contract/siteMail.ts'
import { formatDateTime } from '#shared/util/dates.ts'

/** Recipient names shown in a row of the list. */
const MAX_NAMES = 3
const formatOptionalTime = (time: number): string => (time === 0 ? '' : formatDateTime(time))

export const readInbox: Handler<'siteMail.inbox'> = async (ctx, { type, isRead, key, page, size }) => {
  let found = ctx.db
    .selectFrom('site_mail_recipient')
    .innerJoin('site_mail', 'site_mail.id', 'site_mail_recipient.mailId')
    .leftJoin('account', 'account.id', 'site_mail.senderId')
    .where('site_mail_recipient.accountId', '=', ctx.requireSignedIn().accountId)
    .where('site_mail_recipient.type', '=', type)
    .where('recallTime', '=', 0)
  if (isRead !== undefined) found = found.where('readTime', isRead ? '>' : '=', 0)
  if (key) found = found.where((eb) => contains([eb.ref('site_mail.title'), eb.ref('site_mail.sender')], key))
  const chosen = found
    .select(['site_mail.id', 'title', 'file', 'sender', 'readTime', 'site_mail.createTime', 'account.username'])
    .orderBy('mailId', 'desc')
  const { rows, total } = await readPage(chosen, { page, size })
  return pageOf(
    rows.map(({ readTime, createTime, username, ...row }) => ({
      ...row,
      isRead: readTime > 0 ? 1 : 0,
      readDate: formatOptionalTime(readTime),
      createDate: formatDateTime(createTime),
      senderName: username ?? '',
    })),
    total,
    size,
  )
}

export const readSentMails: Handler<'siteMail.sent'> = async (ctx, { type, key, ...paging }) => {
  let found = queryOwnMails(ctx, type, 0)
  if (key) found = found.where((eb) => contains([eb.ref('title')], key))
  const { rows, total } = await readPage(found.orderBy('id', 'desc'), paging)
  const ids = rows.map(({ id }) => id)
  const counts = await countReceipts(ctx.db, ids)
  const presented: SentMail[] = []
  for (const { id, title, file, createTime } of rows) {
    const counted = counts.get(id) ?? { recipients: 0, read: 0, recalled: 0 }
    const recipientNames = await readFirstNames(ctx.db, id, counted.recipients)
    presented.push({ id, title, file, createDate: formatDateTime(createTime), ...counted, recipientNames })
  }
  return pageOf(presented, total, paging.size)
}

export const readDrafts: Handler<'siteMail.drafts'> = async (ctx, { type, key, ...paging }) => {
  let found = queryOwnMails(ctx, type, 1)
  if (key) found = found.where((eb) => contains([eb.ref('title')], key))
  const { rows, total } = await readPage(found.orderBy('createTime', 'desc').orderBy('id', 'desc'), paging)
  return pageOf(
    rows.map(({ id, title, file, createTime, draftRecipients }) => {
      const to = JSON.parse(draftRecipients) as MailRecipient[]
      const names = to.slice(0, MAX_NAMES).map(({ trueName, userName }) => trueName || userName)
      return {
        id,
        title,
        file,
        createDate: formatDateTime(createTime),
        recipients: to.length,
        read: 0,
        recalled: 0,
        recipientNames: formatNames(names, to.length),
      }
    }),
    total,
    paging.size,
  )
}

const queryOwnMails = (ctx: CallContext, type: MailType, isDraft: 0 | 1) =>
  ctx.db
    .selectFrom('site_mail')
    .select(['id', 'title', 'file', 'createTime', 'draftRecipients'])
    .where('senderId', '=', ctx.requireSignedIn().accountId)
    .where('type', '=', type)
    .where('isDraft', '=', isDraft)

const formatNames = (names: readonly string[], all: number): string =>
  names.join('、') + (all > names.length ? ` 等 ${all} 人` : '')

async function readFirstNames(db: Kysely<Database>, mailId: number, all: number): Promise<string> {
  const rows = await db
    .selectFrom('site_mail_recipient')
    .select(['trueName', 'userName'])
    .where('mailId', '=', mailId)
    .orderBy('accountId')
    .limit(MAX_NAMES)
    .execute()
  return formatNames(
    rows.map(({ trueName, userName }) => trueName || userName),
    all,
  )
}

async function countReceipts(db: Kysely<Database>, ids: readonly number[]) {
  const rows = await db
    .selectFrom('site_mail_recipient')
    .select(({ fn, case: when }) => [
      'mailId',
      fn.countAll<number>().as('recipients'),
      fn.sum<number>(when().when('readTime', '>', 0).then(1).else(0).end()).as('read'),
      fn.sum<number>(when().when('recallTime', '>', 0).then(1).else(0).end()).as('recalled'),
    ])
    .where('mailId', 'in', [...ids, -1])
    .groupBy('mailId')
    .execute()
  return new Map(rows.map(({ mailId, recipients, read, recalled }) => [mailId, { recipients, read, recalled }]))
}

export const countUnread: Handler<'siteMail.counts'> = async (ctx) => {
  const rows = await ctx.db
    .selectFrom('site_mail_recipient')
    .select((eb) => ['type', eb.fn.countAll<number>().as('unread')])
    .where('accountId', '=', ctx.requireSignedIn().accountId)
    .where('recallTime', '=', 0)
    .where('readTime', '=', 0)
    .groupBy('type')
    .execute()
  const of = (type: MailType): number => rows.find((row) => row.type === type)?.unread ?? 0
  const [mail, circulationDocuments] = [of('mail'), of('document')]
  return { mail, circulationDocuments, count: mail + circulationDocuments }
}
