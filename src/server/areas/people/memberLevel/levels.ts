import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { acquireSharedLock, acquireTransactionLock } from '#server/db/locks.ts'
import type { Database, RowOf } from '#server/db/schema.ts'
import type { CallContext } from '#server/http/context.ts'
import { missingRecord, missingRecords } from '#server/http/missingRecords.ts'
import { requireVersion, saveVersioned } from '#server/http/saveVersioned.ts'
import { requireActiveSites } from '#server/siteAccess.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { AppError } from '#shared/errors/index.ts'

export type LevelRow = RowOf<'member_level'>

/**
 * Condition that the member has the level: set by hand, otherwise by its points. Both tables must be joined under their
 * own names.
 */
export function hasLevel(eb: ExpressionBuilder<Database, 'member' | 'member_level'>): Expression<SqlBool> {
  return eb.or([
    eb('member.levelId', '=', eb.ref('member_level.id')),
    eb.and([
      eb('member.levelId', '=', 0),
      eb('member_level.siteId', '=', eb.ref('member.siteId')),
      eb.between('member.points', eb.ref('member_level.startValue'), eb.ref('member_level.endValue')),
    ]),
  ])
}

/** Reads a level. @throws AppError `not-found`; `forbidden` for a site the caller may not use */
export async function requireMemberLevel(ctx: CallContext, id: number): Promise<LevelRow> {
  const row = await ctx.db.selectFrom('member_level').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw missingRecord('会员等级不存在，可能已被删除，请刷新后重新选择', id)
  ctx.requireSite(row.siteId)
  return row
}

const formatName = ({ name }: LevelRow): string => `会员等级“${name}”`

/** Adds a level, or updates one whose version is the one the caller has read. A level can't change its site. */
export async function saveLevel(ctx: CallContext, form: ParsedOf<'memberLevel.save'>): Promise<LevelRow> {
  const { id, version, siteId, ...fields } = form
  await requireActiveSites(ctx, [siteId])
  await acquireTransactionLock(ctx.db, 'memberLevels')
  const before = id === 0 ? null : await requireMemberLevel(ctx, id)
  if (before && before.siteId !== siteId)
    throw new AppError('invalid', `会员等级“${before.name}”不能更换站点，请在目标站点中新增等级`)
  requireVersion(before, version, formatName)
  await requireDistinctRange(ctx, form)
  return saveVersioned(ctx, 'member_level', {
    id,
    version,
    row: fields,
    insertOnly: { siteId },
    find: requireMemberLevel,
    nameOf: formatName,
    duplicateError: () => new AppError('conflict', `该站点已有会员等级“${fields.name}”，请换一个名称`),
  })
}

/** @throws AppError `conflict` that names another level of the site whose range overlaps */
async function requireDistinctRange(
  { db }: CallContext,
  { id, siteId, startValue, endValue }: ParsedOf<'memberLevel.save'>,
) {
  const other = await db
    .selectFrom('member_level')
    .select(['name', 'startValue', 'endValue'])
    .where('siteId', '=', siteId)
    .where('id', '<>', id)
    .where('startValue', '<=', endValue)
    .where('endValue', '>=', startValue)
    .orderBy('startValue')
    .executeTakeFirst()
  if (!other) return
  const overlap = `${startValue}–${endValue} 与等级“${other.name}”的 ${other.startValue}–${other.endValue} 重叠`
  throw new AppError('conflict', `等级的起止值 ${overlap}，请修改起始值或结束值`)
}

/** Counts the members per level, set by hand or by points; levels without members are missing in the map. */
export async function countLevelMembers({ db }: CallContext, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('member_level')
    .innerJoin('member', (join) => join.on(hasLevel))
    .select(['member_level.id', sql<number>`count(*)`.as('members')])
    .where('member_level.id', 'in', ids)
    .groupBy('member_level.id')
    .orderBy('member_level.id')
    .execute()
  return new Map(rows.map(({ id, members }) => [id, members]))
}

/**
 * Deletes all levels or none.
 * @throws AppError `not-found`, `forbidden`; with `refuse`, `conflict` for a level that has members: the fact `used` is
 * the total
 */
export async function removeLevels(ctx: CallContext, list: readonly number[], whenUsed: 'refuse' | 'release') {
  const ids = [...new Set(list)]
  await acquireTransactionLock(ctx.db, 'memberLevels')
  const rows = await ctx.db.selectFrom('member_level').select(['id', 'name', 'siteId']).where('id', 'in', ids).execute()
  for (const { siteId } of rows) ctx.requireSite(siteId)
  const missingIds = ids.filter((id) => !rows.some((row) => row.id === id))
  if (missingIds.length > 0) throw missingRecords({ kind: '会员等级', ids: missingIds })
  const members = await countLevelMembers(ctx, ids)
  const [first] = members
  if (first && whenUsed === 'refuse') {
    const name = rows.find((row) => row.id === first[0])?.name ?? ''
    const total = [...members.values()].reduce((sum, each) => sum + each, 0)
    throw new AppError('conflict', `还有 ${first[1]} 个会员的等级是“${name}”，请先调整这些会员的等级，再删除`, {
      details: { fact: { kind: 'used', used: total } },
    })
  }
  await ctx.db.updateTable('member').set({ levelId: 0 }).where('levelId', 'in', ids).execute()
  await ctx.db.deleteFrom('member_level').where('id', 'in', ids).execute()
}

/**
 * Locks the level against deletion until the transaction ends. 0 means no level.
 * @throws AppError `not-found` for a missing level, `invalid` for a level of another site
 */
export async function lockSiteLevel(ctx: CallContext, siteId: number, id: number): Promise<void> {
  if (id === 0) return
  await acquireSharedLock(ctx.db, 'memberLevels')
  const row = await ctx.db.selectFrom('member_level').select('siteId').where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('not-found', '会员等级不存在，可能已被删除，请重新选择等级')
  if (row.siteId !== siteId) throw new AppError('invalid', '会员等级不属于该站点，请重新选择等级')
}
