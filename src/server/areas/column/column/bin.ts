import type { Database, RowOf } from '#server/db/schema.ts'
import type { Insertable } from 'kysely'
import type { CallContext } from '#server/http/context.ts'
import { readPage } from '#server/http/paging.ts'
import { isSuper } from '#shared/domain/permissions.ts'
import { contains } from '#server/db/search.ts'
import { AppError } from '#shared/errors/index.ts'
import { DAY_MS, formatDateTime } from '#shared/util/dates.ts'
import { splitIntoBatches } from '#shared/util/lists.ts'
import { requireActiveSites } from '#server/siteAccess.ts'
import { requireFreeMark } from './position.ts'
import { type ColumnRow, findColumn, lockTree } from './repo.ts'

type BinRow = RowOf<'column_bin'>

const RETENTION_MS = 30 * DAY_MS
/** Rows per statement: both databases limit the number of bound values. */
const CHUNK_SIZE = 200

/** Moves a column and its descendants, with their grants, to the recycle bin. The first row is the top one. */
export async function moveToBin(ctx: CallContext, rows: readonly ColumnRow[]): Promise<void> {
  const now = ctx.clock.now().getTime()
  await ctx.db.deleteFrom('column_bin').where('expireTime', '<=', now).execute()
  const grants: RowOf<'role_grant'>[] = []
  for (const ids of splitIntoBatches(
    rows.map((row) => row.id),
    CHUNK_SIZE,
  )) {
    grants.push(...(await ctx.db.selectFrom('role_grant').selectAll().where('menuId', 'in', ids).execute()))
    await ctx.db.deleteFrom('role_grant').where('menuId', 'in', ids).execute()
    await ctx.db.deleteFrom('site_column').where('id', 'in', ids).execute()
  }
  const { siteId = 0, title = '' } = rows[0] ?? {}
  await ctx.db
    .insertInto('column_bin')
    .values({
      siteId,
      title,
      total: rows.length,
      columns: JSON.stringify(rows),
      grants: JSON.stringify(grants),
      username: ctx.requireSignedIn().username,
      createTime: now,
      expireTime: now + RETENTION_MS,
    })
    .execute()
}

/** @throws AppError `forbidden` unless the caller is a super administrator */
export function requireBinAccess(ctx: CallContext): void {
  if (!isSuper(ctx.requireSignedIn().authority))
    throw new AppError('forbidden', '只有超级管理员可以查看和还原回收站中的栏目')
}

/** A page of the columns that can be restored, the last deleted first. */
export async function findRecycled(
  ctx: CallContext,
  filter: { siteId?: number | undefined; key: string; page: number; size: number },
) {
  let found = ctx.db.selectFrom('column_bin').where('expireTime', '>', ctx.clock.now().getTime())
  if (filter.siteId !== undefined) found = found.where('siteId', '=', filter.siteId)
  if (filter.key) found = found.where((eb) => contains([eb.ref('title')], filter.key))
  const listed = found.select(['id', 'siteId', 'title', 'total', 'username', 'createTime', 'expireTime'])
  const { rows, total } = await readPage(listed.orderBy('id', 'desc'), filter)
  return { rows: rows.map(presentRecycled), total }
}

const presentRecycled = ({ createTime, expireTime, ...row }: Omit<BinRow, 'columns' | 'grants'>) => ({
  ...row,
  createDate: formatDateTime(createTime),
  expireDate: formatDateTime(expireTime),
})

/**
 * Restores deleted columns with their ids, grants and positions; at the top level when the parent is missing. All or
 * none: AppError `not-found` for an expired one, `conflict` when its mark is in use.
 */
export async function restoreColumns(ctx: CallContext, ids: readonly number[]): Promise<ColumnRow[]> {
  const restored: ColumnRow[] = []
  // The last deleted first: it may be the parent of the others.
  for (const id of [...new Set(ids)].sort((a, b) => b - a)) restored.push(...(await restoreOne(ctx, id)))
  return restored
}

async function restoreOne(ctx: CallContext, id: number): Promise<ColumnRow[]> {
  const bin = await ctx.db
    .deleteFrom('column_bin')
    .where('id', '=', id)
    .where('expireTime', '>', ctx.clock.now().getTime())
    .returningAll()
    .executeTakeFirst()
  if (!bin) throw new AppError('not-found', `回收站中没有编号为 ${id} 的栏目，可能已还原或已超过 30 天，请刷新`)
  await requireActiveSites(ctx, [bin.siteId])
  await lockTree(ctx.db, bin.siteId)
  const [top, ...below] = JSON.parse(bin.columns) as ColumnRow[]
  if (!top) return []
  const parent = await findColumn(ctx.db, top.parentId)
  const parentId = parent?.siteId === bin.siteId ? parent.id : 0
  const rows = [{ ...top, parentId }, ...below]
  for (const row of rows) await requireFreeMark(ctx, bin.siteId, row.identifies, row.id)
  for (const part of splitIntoBatches(rows, CHUNK_SIZE))
    await ctx.db
      .insertInto('site_column')
      .values(part satisfies Insertable<Database['site_column']>[])
      .execute()
  await restoreGrants(ctx, JSON.parse(bin.grants) as RowOf<'role_grant'>[])
  return rows
}

/** Skips roles that were deleted meanwhile. */
async function restoreGrants(ctx: CallContext, grants: readonly RowOf<'role_grant'>[]): Promise<void> {
  const roles = new Set((await ctx.db.selectFrom('role').select('id').execute()).map((role) => role.id))
  for (const part of splitIntoBatches(
    grants.filter((grant) => roles.has(grant.roleId)),
    CHUNK_SIZE,
  ))
    await ctx.db.insertInto('role_grant').values(part).execute()
}
