import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { CallContext, Signed } from '#server/http/context.ts'
import { fileAddressesIn, replaceFileAddresses } from '#shared/domain/fileAddresses.ts'
import { AppError } from '#shared/errors/index.ts'
import { usesOf } from '../usage/index.ts'
import { type AttachmentRow, byAccessPath, FILES, newBlobKey } from '../attachment/attachments.ts'

/** Who uploaded a private file may read it, and who sent or received a mail that names it. */
export async function mayRead(db: Kysely<Database>, { accountId }: Signed, row: AttachmentRow): Promise<boolean> {
  if (row.accountId === accountId) return true
  const rows = await db
    .selectFrom('site_mail')
    .select(['file', 'content'])
    .where(({ or, eb }) =>
      or([eb('file', '=', row.accessPath), eb('content', 'like', sql<string>`${`%${row.accessPath}%`}`)]),
    )
    .where(({ or, and, eb, exists, selectFrom }) =>
      or([
        eb('senderId', '=', accountId),
        and([
          eb('isDraft', '=', 0),
          exists(
            selectFrom('site_mail_recipient')
              .select('mailId')
              .whereRef('mailId', '=', 'site_mail.id')
              .where('accountId', '=', accountId)
              .where('recallTime', '=', 0),
          ),
        ]),
      ]),
    )
    .execute()
  // The address of another file can contain this one.
  return rows.some(({ file, content }) => fileAddressesIn([file, content]).has(row.accessPath))
}

/** A mail's own texts that may name uploads. */
export interface MailTexts {
  file: string
  content: string
}

/**
 * Makes the files that a mail or draft names private, and answers the texts with their addresses. What a page shows to
 * everybody stays public. Of somebody else's upload the mail gets a private one with the same content.
 * @throws AppError `invalid` for a file that the caller may not read, or, when it is sent, that is gone
 */
export async function makePrivate(
  ctx: CallContext,
  texts: MailTexts,
  { isSent }: { isSent: boolean },
): Promise<MailTexts> {
  const other = new Map<string, string>()
  for (const address of fileAddressesIn([texts.file, texts.content])) {
    const row = await byAccessPath(ctx.db, address)
    if (row?.expireTime === null) other.set(address, await privateAddress(ctx, row))
  }
  // A picture that is gone is only missing from the text.
  if (isSent && texts.file !== '' && !other.has(texts.file)) throw fileGone()
  const changed = (text: string): string => replaceFileAddresses(text, (address) => other.get(address) ?? address)
  return { file: changed(texts.file), content: changed(texts.content) }
}

async function privateAddress(ctx: CallContext, row: AttachmentRow): Promise<string> {
  const address = row.accessPath
  if (row.isPrivate === 1) {
    if (await mayRead(ctx.db, ctx.signed(), row)) return address
    throw fileGone()
  }
  const uses = await usesOf(ctx.deps, ctx.db, [row.id])
  // A mail of the account's belongs to no site; messages of a site are read by all its people.
  if (uses.some(({ where, siteId }) => where !== 'mail' || siteId > 0)) return address
  if (row.accountId !== ctx.signed().accountId) return copyPrivately(ctx, row)
  await ctx.db.updateTable('attachment').set({ isPrivate: 1, isRegistered: 0 }).where('id', '=', row.id).execute()
  return address
}

/** The blob is shared; the file stays in the library of those to whom it belongs. */
async function copyPrivately(ctx: CallContext, row: AttachmentRow): Promise<string> {
  const { id: _id, attempt: _attempt, ...same } = row
  const now = ctx.clock.now()
  const accessPath = FILES + newBlobKey(now, row.extension)
  const { accountId } = ctx.signed()
  const own = { accountId, accessPath, siteId: 0, isRegistered: 0, isPrivate: 1, createTime: now.getTime() } as const
  await ctx.db
    .insertInto('attachment')
    .values({ ...same, ...own })
    .execute()
  return accessPath
}

const fileGone = (): AppError => new AppError('invalid', '文件已不存在，请重新上传文件')

/** Removes private files that a mail or draft named and that nothing names any more. */
export async function forgetPrivate(deps: ServerDeps, db: Kysely<Database>, texts: MailTexts): Promise<void> {
  const named = [...fileAddressesIn([texts.file, texts.content])]
  if (named.length === 0) return
  const rows = await db
    .selectFrom('attachment')
    .select('id')
    .where('accessPath', 'in', named)
    .where('isPrivate', '=', 1)
    .execute()
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  const used = new Set((await usesOf(deps, db, ids)).map(({ attachmentId }) => attachmentId))
  const unused = ids.filter((id) => !used.has(id))
  if (unused.length > 0) await db.deleteFrom('attachment').where('id', 'in', unused).execute()
}
