import type { Database } from '#server/db/schema.ts'
import { readTrueName } from '#server/areas/people/account/index.ts'
import type { Insertable } from 'kysely'
import { notify } from '#server/areas/people/notice/index.ts'
import { removeUnusedPrivate, type MailTexts, makePrivate } from '#server/areas/upload/index.ts'
import { missingRecord } from '#server/http/missingRecords.ts'
import type { CallContext } from '#server/http/context.ts'
import { sanitizeHtml } from '#server/html/sanitize.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import type { MailType } from '#shared/contract/siteMail.ts'
import { extractPlainText } from '#shared/domain/plainText.ts'
import type { AppError } from '#shared/errors/index.ts'
import { splitIntoBatches } from '#shared/util/lists.ts'
import { requireMailAccounts } from './recipients.ts'

/** Rows per insert. */
const MAX_INSERT_ROWS = 200

type MailForm = ParsedOf<'siteMail.send'> & { file?: string }

/** Sends a mail or document, notifies its recipients, and removes the draft it was written in. */
export async function sendMail(ctx: CallContext, type: MailType, form: MailForm): Promise<{ id: number }> {
  const { draftId, title, recipientDTOList } = form
  const recipients = await requireMailAccounts(ctx, recipientDTOList)
  const { accountId } = ctx.requireSignedIn()
  const sender = await readTrueName(ctx, ctx.requireSignedIn())
  const sanitized = { file: form.file ?? '', content: sanitizeHtml(form.content, undefined, '内容') }
  const texts = await makePrivate(ctx, sanitized, { isSent: true })
  const { content } = texts
  const mail = { type, senderId: accountId, sender, title, ...texts, isDraft: 0, draftRecipients: '[]' } as const
  const id = await insert(ctx, mail)
  if (draftId > 0) await removeDraft(ctx, draftId)
  for (const part of splitIntoBatches(recipients, MAX_INSERT_ROWS))
    await ctx.db
      .insertInto('site_mail_recipient')
      .values(part.map(({ id: to, userName, trueName }) => ({ mailId: id, accountId: to, type, userName, trueName })))
      .execute()
  const kind = type === 'mail' ? '站内信' : '公文'
  await notify(
    ctx,
    recipients.map((each) => each.id),
    {
      kind: type,
      title: `${sender}发来${kind}“${title}”`,
      body: extractPlainText(content).text,
      place: type === 'mail' ? 'mails' : 'documents',
      siteId: 0,
      contentId: id,
    },
  )
  return { id }
}

async function insert(ctx: CallContext, row: Omit<Insertable<Database['site_mail']>, 'createTime'>): Promise<number> {
  const adding = ctx.db.insertInto('site_mail').values({ ...row, createTime: ctx.clock.now().getTime() })
  return (await adding.returning('id').executeTakeFirstOrThrow()).id
}

/** Saves a draft; recipients are checked only when it is sent. */
export async function saveDraft(ctx: CallContext, form: ParsedOf<'siteMail.saveDraft'>): Promise<{ id: number }> {
  const { id, type, title, recipientDTOList } = form
  const { accountId: senderId, username: sender } = ctx.requireSignedIn()
  const sanitized = { file: form.file, content: sanitizeHtml(form.content, undefined, '内容') }
  const row = {
    title,
    ...(await makePrivate(ctx, sanitized, { isSent: false })),
    draftRecipients: JSON.stringify(recipientDTOList),
  }
  if (id === 0) return { id: await insert(ctx, { ...row, type, senderId, sender, isDraft: 1 }) }
  const before = await requireOwnDraft(ctx, id)
  await ctx.db
    .updateTable('site_mail')
    .set({ ...row, createTime: ctx.clock.now().getTime() })
    .where('id', '=', id)
    .execute()
  await removeUnusedPrivate(ctx.deps, ctx.db, before)
  return { id }
}

/** @throws AppError `not-found` unless it is a draft of the caller */
async function requireOwnDraft(ctx: CallContext, id: number): Promise<MailTexts> {
  const row = await ctx.db
    .selectFrom('site_mail')
    .select(['file', 'content'])
    .where('id', '=', id)
    .where('senderId', '=', ctx.requireSignedIn().accountId)
    .where('isDraft', '=', 1)
    .executeTakeFirst()
  if (!row) throw createDraftNotFound(id)
  return row
}

/** @throws AppError `not-found` unless it is a draft of the caller */
export async function removeDraft(ctx: CallContext, id: number): Promise<void> {
  const done = await ctx.db
    .deleteFrom('site_mail')
    .where('id', '=', id)
    .where('senderId', '=', ctx.requireSignedIn().accountId)
    .where('isDraft', '=', 1)
    .returning(['file', 'content'])
    .executeTakeFirst()
  if (!done) throw createDraftNotFound(id)
  await removeUnusedPrivate(ctx.deps, ctx.db, done)
}

const createDraftNotFound = (id: number): AppError => missingRecord('草稿不存在，可能已经发送或删除，请刷新后重试', id)
