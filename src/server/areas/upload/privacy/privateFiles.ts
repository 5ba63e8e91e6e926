import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { CallContext, SignedInAccount } from '#server/http/context.ts'
import { fileAddressesIn, replaceFileAddresses } from '#shared/domain/fileAddresses.ts'
import { AppError } from '#shared/errors/index.ts'
import { findUses } from '../usage/index.ts'
import { type AttachmentRow, findByAccessPath, FILES_PREFIX, createBlobKey } from '../attachment/attachments.ts'

/**
 * Whether the account may read a private file: its uploader, and the senders and recipients of mails that contain its
 * address.
 */
export async function canReadPrivateFile(
  db: Kysely<Database>,
  { accountId }: SignedInAccount,
  row: AttachmentRow,
): Promise<boolean> {
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
  // LIKE also matches longer addresses.
  return rows.some(({ file, content }) => fileAddressesIn([file, content]).has(row.accessPath))
}

/** Parts of a mail that may contain addresses of uploads. */
export interface MailTexts {
  file: string
  content: string
}

/**
 * Makes the files of a mail or draft private, and returns the texts with their addresses. Files shown on public pages
 * stay public. For an upload of another account the mail gets a private copy.
 * @throws AppError `invalid` for a file the caller may not read, or a missing file when the mail is sent
 */
export async function makePrivate(
  ctx: CallContext,
  texts: MailTexts,
  { isSent }: { isSent: boolean },
): Promise<MailTexts> {
  const newAddresses = new Map<string, string>()
  for (const address of fileAddressesIn([texts.file, texts.content])) {
    const row = await findByAccessPath(ctx.db, address)
    if (row?.expireTime === null) newAddresses.set(address, await makeFilePrivate(ctx, row))
  }
  // A missing image is only missing in the text.
  if (isSent && texts.file !== '' && !newAddresses.has(texts.file)) throw createMissingError()
  const replaceAddresses = (text: string): string =>
    replaceFileAddresses(text, (address) => newAddresses.get(address) ?? address)
  return { file: replaceAddresses(texts.file), content: replaceAddresses(texts.content) }
}

async function makeFilePrivate(ctx: CallContext, row: AttachmentRow): Promise<string> {
  const address = row.accessPath
  if (row.isPrivate === 1) {
    if (await canReadPrivateFile(ctx.db, ctx.requireSignedIn(), row)) return address
    throw createMissingError()
  }
  const uses = await findUses(ctx.deps, ctx.db, [row.id])
  // Mails of accounts belong to no site; messages of sites are read by all their people.
  if (uses.some(({ where, siteId }) => where !== 'mail' || siteId > 0)) return address
  if (row.accountId !== ctx.requireSignedIn().accountId) return createPrivateCopy(ctx, row)
  await ctx.db.updateTable('attachment').set({ isPrivate: 1, isRegistered: 0 }).where('id', '=', row.id).execute()
  return address
}

/** The copy shares the blob; the original stays in the library of its owner. */
async function createPrivateCopy(ctx: CallContext, row: AttachmentRow): Promise<string> {
  const { id: _id, attempt: _attempt, ...shared } = row
  const now = ctx.clock.now()
  const accessPath = FILES_PREFIX + createBlobKey(now, row.extension)
  const { accountId } = ctx.requireSignedIn()
  const privateColumns = {
    accountId,
    accessPath,
    siteId: 0,
    isRegistered: 0,
    isPrivate: 1,
    createTime: now.getTime(),
  } as const
  await ctx.db
    .insertInto('attachment')
    .values({ ...shared, ...privateColumns })
    .execute()
  return accessPath
}

const createMissingError = (): AppError => new AppError('invalid', '文件已不存在，请重新上传文件')

/** Removes the private files of a mail or draft that are no longer used. */
export async function removeUnusedPrivate(deps: ServerDeps, db: Kysely<Database>, texts: MailTexts): Promise<void> {
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
  const used = new Set((await findUses(deps, db, ids)).map(({ attachmentId }) => attachmentId))
  const unused = ids.filter((id) => !used.has(id))
  if (unused.length > 0) await db.deleteFrom('attachment').where('id', 'in', unused).execute()
}
