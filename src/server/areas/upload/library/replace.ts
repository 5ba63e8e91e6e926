import type { CallContext } from '#server/http/context.ts'
import { AppError } from '#shared/errors/index.ts'
import { type AttachmentRow, ownUpload } from '../attachment/attachments.ts'
import { requireQuota } from '../store/quota.ts'

/** One type under two names. */
const SAME: Record<string, string> = { jpeg: 'jpg' }
const typeOf = (extension: string): string => SAME[extension] ?? extension

/**
 * Gives a registered upload the content of a fresh one, which goes. The old content is swept once nothing names it. All in
 * the call's transaction.
 */
export async function replaceContent(ctx: CallContext, row: AttachmentRow, accessPath: string): Promise<void> {
  const fresh = await ownUpload(ctx, accessPath)
  requireAlike(row, fresh)
  // Both are counted where they are of one owner; the old one goes.
  const same = fresh.siteId === row.siteId && (row.siteId > 0 || fresh.accountId === row.accountId)
  const more = same ? -row.size : fresh.size - row.size
  if (more > 0) await requireQuota(ctx.db, row, { more })
  const { blobKey, size, imageWidth, imageHeight, sha512, sha256 } = fresh
  await ctx.db
    .updateTable('attachment')
    .set({ blobKey, size, imageWidth, imageHeight, sha512, sha256 })
    .where('id', '=', row.id)
    .execute()
  await ctx.db.deleteFrom('attachment').where('id', '=', fresh.id).execute()
}

function requireAlike(row: AttachmentRow, fresh: AttachmentRow): void {
  if (fresh.isRegistered !== 0 || fresh.expireTime !== null) {
    throw new AppError('conflict', '上传的文件已另有用途，没有替换，请重新上传要换成的文件')
  }
  if (fresh.kind === row.kind && typeOf(fresh.extension) === typeOf(row.extension)) return
  const instead = fresh.extension === row.extension ? '另一类资源' : ` ${fresh.extension} 格式`
  throw new AppError(
    'unsupported',
    `“${row.oldName}”只能换成同类的 ${row.extension} 文件，上传的是${instead}，没有替换；请另选文件，或作为新资源上传`,
  )
}
