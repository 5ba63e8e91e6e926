import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { CallContext } from '#server/http/context.ts'
import { pageOf } from '#server/http/paging.ts'
import type { Routes } from '#server/http/routes.ts'
import type { LibraryItem } from '#shared/contract/attachment.ts'
import { canUseSite } from '#shared/domain/permissions.ts'
import { AppError } from '#shared/errors/index.ts'
import { type AttachmentRow, findByAttachmentId, requireOwnUpload } from '../attachment/attachments.ts'
import { findItem, findItems } from './list.ts'
import { readQuotas, requireQuota, saveQuotas } from '../store/quota.ts'
import { requireUsableFiles } from './scope.ts'
import { hideForeignTitles, findUses } from '../usage/index.ts'

const createMissingError = (): AppError => new AppError('not-found', '资源不存在，可能已被删除，请刷新后再试')

/** The resource library (calls 135 and 136) and the uses it shows before a deletion. */
export const libraryRoutes: Routes<'attachment'> = {
  'attachment.page': async (ctx, filter) => {
    const { rows, total } = await findItems(ctx.db, ctx.requireSignedIn(), filter)
    return pageOf(rows, total, filter.size)
  },
  'attachment.findById': async (ctx, { id }) => {
    await requireUsableFiles(ctx, [id])
    return requireItem(ctx.db, id)
  },
  'attachment.replace': async (ctx, { id, accessPath }) => {
    await requireUsableFiles(ctx, [id])
    const row = await findByAttachmentId(ctx.db, id)
    if (row?.isRegistered !== 1 || row.expireTime !== null) throw createMissingError()
    await replaceContent(ctx, row, accessPath)
    return requireItem(ctx.db, id)
  },
  'attachment.usage': async (ctx, { ids }) => {
    await requireUsableFiles(ctx, ids)
    return hideForeignTitles(ctx.requireSignedIn(), await findUses(ctx.deps, ctx.db, ids))
  },
  'attachment.remove': async (ctx, ids) => {
    await requireUsableFiles(ctx, ids)
    const [use] = hideForeignTitles(ctx.requireSignedIn(), await findUses(ctx.deps, ctx.db, ids))
    if (use) {
      const where = { template: '模板', site: '站点', column: '栏目', content: '内容', member: '会员', mail: '消息' }[
        use.where
      ]
      throw new AppError(
        'conflict',
        `资源正在被${where}“${use.title}”使用，未删除；请先在${where}中更换该资源，或确认后强制删除`,
        {
          details: { fact: { kind: 'fileUsed', attachmentId: use.attachmentId, where: use.where, id: use.id } },
        },
      )
    }
    return removeFiles(ctx.db, ids)
  },
  'attachment.removeUsed': async (ctx, ids) => {
    await requireUsableFiles(ctx, ids)
    await rejectForeignUses(ctx, ids)
    return removeFiles(ctx.db, ids)
  },
  'attachment.quota': readQuotas,
  'attachment.saveQuota': async (ctx, input) => {
    await saveQuotas(ctx, input)
    return null
  },
}

/** @throws AppError `conflict` when a site the caller may not use shows one of the files */
async function rejectForeignUses(ctx: CallContext, ids: readonly number[]): Promise<void> {
  const { authority } = ctx.requireSignedIn()
  const uses = await findUses(ctx.deps, ctx.db, ids)
  if (uses.every(({ siteId }) => siteId === 0 || canUseSite(authority, siteId))) return
  throw new AppError('conflict', '资源正在被您没有权限的站点使用，未删除；需要删除时请联系超级管理员')
}

/** Reads a file of the library. @throws AppError `not-found` */
async function requireItem(db: Kysely<Database>, id: number): Promise<LibraryItem> {
  const item = await findItem(db, id)
  if (!item) throw createMissingError()
  return item
}

/** Deletes the rows; unshared bytes are removed later. */
async function removeFiles(db: Kysely<Database>, ids: readonly number[]): Promise<null> {
  const removed = await db
    .deleteFrom('attachment')
    .where('id', 'in', [...ids])
    .where('isRegistered', '=', 1)
    .returning('id')
    .execute()
  if (removed.length === 0) throw createMissingError()
  return null
}

/** Extensions of the same type. */
const TYPE_ALIASES: Record<string, string> = { jpeg: 'jpg' }
const toType = (extension: string): string => TYPE_ALIASES[extension] ?? extension

/**
 * Replaces the content of a registered upload by that of a new upload, whose row is deleted, in the call's transaction.
 * The old content is removed once it is unreferenced.
 */
async function replaceContent(ctx: CallContext, row: AttachmentRow, accessPath: string): Promise<void> {
  const uploaded = await requireOwnUpload(ctx, accessPath)
  requireSameType(row, uploaded)
  // If both files count for one owner, the old size is freed; otherwise only the difference counts.
  const hasSameOwner = uploaded.siteId === row.siteId && (row.siteId > 0 || uploaded.accountId === row.accountId)
  const more = hasSameOwner ? -row.size : uploaded.size - row.size
  if (more > 0) await requireQuota(ctx.db, row, { more })
  const { blobKey, size, imageWidth, imageHeight, sha512, sha256 } = uploaded
  await ctx.db
    .updateTable('attachment')
    .set({ blobKey, size, imageWidth, imageHeight, sha512, sha256 })
    .where('id', '=', row.id)
    .execute()
  await ctx.db.deleteFrom('attachment').where('id', '=', uploaded.id).execute()
}

function requireSameType(row: AttachmentRow, fresh: AttachmentRow): void {
  if (fresh.isRegistered !== 0 || fresh.expireTime !== null) {
    throw new AppError('conflict', '上传的文件已另有用途，未替换，请重新上传用于替换的文件')
  }
  if (fresh.kind === row.kind && toType(fresh.extension) === toType(row.extension)) return
  const instead = fresh.extension === row.extension ? '另一类资源' : ` ${fresh.extension} 格式`
  throw new AppError(
    'unsupported',
    `“${row.oldName}”只能换成同类的 ${row.extension} 文件，上传的是${instead}，未替换；请选择其他文件，或作为新资源上传`,
  )
}
