import { trueNameOf } from '#server/areas/people/account/index.ts'
import type { Insertable } from 'kysely'
import { notify } from '#server/areas/people/notice/index.ts'
import { FILES } from '#server/areas/upload/index.ts'
import type { SiteMailTable } from '#server/db/tables/siteMails.ts'
import { goneRecord } from '#server/http/missing.ts'
import type { CallContext } from '#server/http/context.ts'
import { sanitizeHtml } from '#server/html/sanitize.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import type { MailType } from '#shared/contract/siteMail.ts'
import { plainTextOf } from '#shared/domain/plainText.ts'
import { AppError } from '#shared/errors/index.ts'
import { inParts } from '#shared/util/lists.ts'
import { accountsFor } from './recipients.ts'

/** Rows of one statement. */
const ROWS = 200

type Sending = ParsedOf<'siteMail.send'> & { file?: string }

/** Sends a mail or document and tells who gets it; the draft that it came from goes. */
export async function sendMail(ctx: CallContext, type: MailType, form: Sending): Promise<{ id: number }> {
  const { draftId, title, file = '', recipientDTOList } = form
  if (file) await requireFile(ctx, file)
  const recipients = await accountsFor(ctx, recipientDTOList)
  const { accountId } = ctx.signed()
  const sender = await trueNameOf(ctx, ctx.signed())
  const content = sanitizeHtml(form.content, undefined, '内容')
  const mail = { type, senderId: accountId, sender, title, content, file, isDraft: 0, draftRecipients: '[]' } as const
  if (draftId > 0) await removeDraft(ctx, draftId)
  const id = await insert(ctx, mail)
  for (const part of inParts(recipients, ROWS))
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
      body: plainTextOf(content).text,
      place: type === 'mail' ? 'mails' : 'documents',
      siteId: 0,
      contentId: id,
    },
  )
  return { id }
}

async function requireFile({ db }: CallContext, file: string): Promise<void> {
  const there = file.startsWith(FILES)
    ? await db.selectFrom('attachment').select('id').where('accessPath', '=', file).executeTakeFirst()
    : undefined
  if (!there) throw new AppError('invalid', '文件已不存在，请重新上传文件')
}

async function insert(ctx: CallContext, row: Omit<Insertable<SiteMailTable>, 'createTime'>): Promise<number> {
  const adding = ctx.db.insertInto('site_mail').values({ ...row, createTime: ctx.clock.now().getTime() })
  return (await adding.returning('id').executeTakeFirstOrThrow()).id
}

/** Keeps what is not sent yet; whom it is for is checked when it is sent. */
export async function saveDraft(ctx: CallContext, form: ParsedOf<'siteMail.saveDraft'>): Promise<{ id: number }> {
  const { id, type, title, file, recipientDTOList } = form
  const { accountId: senderId, username: sender } = ctx.signed()
  const row = {
    title,
    file,
    content: sanitizeHtml(form.content, undefined, '内容'),
    draftRecipients: JSON.stringify(recipientDTOList),
  }
  if (id === 0) return { id: await insert(ctx, { ...row, type, senderId, sender, isDraft: 1 }) }
  const saved = await ctx.db
    .updateTable('site_mail')
    .set({ ...row, createTime: ctx.clock.now().getTime() })
    .where('id', '=', id)
    .where('senderId', '=', senderId)
    .where('isDraft', '=', 1)
    .executeTakeFirst()
  if (saved.numUpdatedRows === 0n) throw gone(id)
  return { id }
}

/** @throws AppError `not-found` unless it is a draft of the caller */
export async function removeDraft(ctx: CallContext, id: number): Promise<void> {
  const done = await ctx.db
    .deleteFrom('site_mail')
    .where('id', '=', id)
    .where('senderId', '=', ctx.signed().accountId)
    .where('isDraft', '=', 1)
    .executeTakeFirst()
  if (done.numDeletedRows === 0n) throw gone(id)
}

const gone = (id: number): AppError => goneRecord('草稿不存在，可能已经发送或删除，请刷新后重试', id)
