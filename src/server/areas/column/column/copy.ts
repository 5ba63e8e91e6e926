import type { CallContext } from '#server/http/context.ts'
import { manageUrlOf } from '#shared/domain/columnType.ts'
import { AppError } from '#shared/errors/index.ts'
import { requireActiveSites } from '#server/siteAccess.ts'
import { parseCodes, filterGrantable, grantToCreator } from './grant.ts'
import { requireParent } from './position.ts'
import { type ColumnRow, findColumns, lockTree, findSubtree } from './repo.ts'
import { requireColumn, requireOwnSite, requireAllGranted } from './rules.ts'

interface CopyOrder {
  copyIdFrom: number
  toMenuParentId: number
  toSiteId: number
}

/**
 * Copies a column with its descendants, fields and settings; returns the copy's top (A·§2). Marks are unique per site
 * and copied only where free; workflow links to another site, and permission ids that the caller may not grant, are
 * left out.
 * @throws AppError `invalid` below itself, `forbidden` when the caller lacks a part of it
 */
export async function copyColumn(ctx: CallContext, { copyIdFrom, toMenuParentId, toSiteId }: CopyOrder) {
  const source = await requireColumn(ctx, copyIdFrom, 'read')
  requireOwnSite(source.siteId)
  requireOwnSite(toSiteId)
  await requireActiveSites(ctx, [toSiteId])
  await lockTree(ctx.db, toSiteId)
  const parent = await requireParent(ctx, toSiteId, toMenuParentId, source)
  const rows = findSubtree(await findColumns(ctx.db, source.siteId), source.id)
  // Deleted while this call waited for the target's lock.
  if (rows.length === 0) throw new AppError('not-found', '栏目不存在，可能已被删除，请刷新')
  requireAllGranted(ctx, rows, '复制')
  const usedMarks = new Set((await findColumns(ctx.db, toSiteId)).map((row) => row.identifies))
  const copies = new Map<number, ColumnRow>()
  for (const row of rows) {
    const parentId = copies.get(row.parentId)?.id ?? toMenuParentId
    const identifies = usedMarks.has(row.identifies) ? '' : row.identifies
    // A workflow belongs to one site.
    const relationWorkFlow = toSiteId === source.siteId ? row.relationWorkFlow : ''
    const setting = JSON.stringify(filterGrantable(ctx, toSiteId, parseCodes(row), parent ? [parent, row] : [row]))
    copies.set(
      row.id,
      await insertCopy(ctx, { ...row, setting, identifies, relationWorkFlow, siteId: toSiteId, parentId }),
    )
  }
  await grantToCreator(ctx, [...copies.values()])
  return copies.get(source.id) ?? source
}

async function insertCopy(ctx: CallContext, { id: _id, version: _version, ...row }: ColumnRow): Promise<ColumnRow> {
  const { id } = await ctx.db
    .insertInto('site_column')
    .values({ ...row, hits: 0, changedBy: ctx.requireSignedIn().username, changeTime: ctx.clock.now().getTime() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return ctx.db
    .updateTable('site_column')
    .set({ manageUrl: manageUrlOf(row.menuType, id) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
