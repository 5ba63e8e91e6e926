import type { RowOf } from '#server/db/schema.ts'
import { engineOf } from '#server/db/dialect.ts'
import type { CallContext } from '#server/http/context.ts'
import { missingRecord, missingRecords } from '#server/http/missingRecords.ts'
import { saveVersioned } from '#server/http/saveVersioned.ts'
import { requireActiveSites } from '#server/siteAccess.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { AppError } from '#shared/errors/index.ts'

export type GroupRow = RowOf<'member_group'>

/** Reads a group. @throws AppError `not-found`; `forbidden` for a site the caller may not use */
export async function requireMemberGroup(ctx: CallContext, id: number): Promise<GroupRow> {
  const row = await ctx.db.selectFrom('member_group').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw missingRecord('会员组不存在，可能已被删除，请刷新后重新选择', id)
  ctx.requireSite(row.siteId)
  return row
}

/** Adds a group, or updates one whose version is the one the caller has read. A group can't change its site. */
export async function saveGroup(ctx: CallContext, form: ParsedOf<'memberGroup.save'>): Promise<GroupRow> {
  const { id, version, siteId, ...fields } = form
  await requireActiveSites(ctx, [siteId])
  const before = id === 0 ? null : await requireMemberGroup(ctx, id)
  if (before && before.siteId !== siteId)
    throw new AppError('invalid', `会员组“${before.name}”不能更换站点，请在目标站点中新增会员组`)
  return saveVersioned(ctx, 'member_group', {
    id,
    version,
    row: fields,
    insertOnly: { siteId },
    find: requireMemberGroup,
    nameOf: (other) => `会员组“${other.name}”`,
    duplicateError: () => new AppError('conflict', `该站点已有会员组“${fields.name}”，请换一个名称`),
  })
}

/** Counts the members per group; groups without members are missing in the map. */
export async function countGroupMembers({ db }: CallContext, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('member_in_group')
    .select((eb) => ['groupId', eb.fn.countAll<number>().as('members')])
    .where('groupId', 'in', ids)
    .groupBy('groupId')
    .orderBy('groupId')
    .execute()
  return new Map(rows.map(({ groupId, members }) => [groupId, members]))
}

/**
 * Deletes all groups or none.
 * @throws AppError `not-found`, `forbidden`; with `refuse`, `conflict` for a group that has members: the fact `used` is
 * the total
 */
export async function removeGroups(ctx: CallContext, list: readonly number[], whenUsed: 'refuse' | 'release') {
  const ids = [...new Set(list)]
  const rows = await ctx.db
    .selectFrom('member_group')
    .select(['id', 'name', 'siteId'])
    .where('id', 'in', ids)
    // Locked against members being added.
    .$if(engineOf(ctx.db) === 'postgres', (query) => query.forUpdate())
    .execute()
  for (const { siteId } of rows) ctx.requireSite(siteId)
  const missingIds = ids.filter((id) => !rows.some((row) => row.id === id))
  if (missingIds.length > 0) throw missingRecords({ kind: '会员组', ids: missingIds })
  const members = await countGroupMembers(ctx, ids)
  const [first] = members
  if (first && whenUsed === 'refuse') {
    const name = rows.find((row) => row.id === first[0])?.name ?? ''
    const total = [...members.values()].reduce((sum, each) => sum + each, 0)
    throw new AppError('conflict', `会员组“${name}”中还有 ${first[1]} 个会员，请先移出会员，再删除会员组`, {
      details: { fact: { kind: 'used', used: total } },
    })
  }
  // Memberships are deleted by the database (on delete cascade).
  await ctx.db.deleteFrom('member_group').where('id', 'in', ids).execute()
}

/**
 * Locks the groups against deletion until the transaction ends.
 * @throws AppError `not-found` for missing groups, `invalid` for a group of another site
 */
export async function lockSiteGroups(ctx: CallContext, siteId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await ctx.db
    .selectFrom('member_group')
    .select(['id', 'name', 'siteId'])
    .where('id', 'in', ids)
    .$if(engineOf(ctx.db) === 'postgres', (query) => query.forShare())
    .execute()
  const gone = ids.filter((id) => !rows.some((row) => row.id === id))
  if (gone.length > 0) throw new AppError('not-found', '会员组不存在，可能已被删除，请重新选择会员组')
  if (rows.some((row) => row.siteId !== siteId)) throw new AppError('invalid', '会员组不属于该站点，请重新选择会员组')
}
