import type { RowOf } from '#server/db/schema.ts'
import { engineOf } from '#server/db/dialect.ts'
import type { CallContext } from '#server/http/context.ts'
import { goneRecord, missing } from '#server/http/missing.ts'
import { saveVersioned } from '#server/http/saveVersioned.ts'
import { requireLivingSites } from '#server/siteAccess.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { AppError } from '#shared/errors/index.ts'

export type GroupRow = RowOf<'member_group'>

/** The group, if it is there (`not-found`) and of a site of the caller (`forbidden`). */
export async function groupFor(ctx: CallContext, id: number): Promise<GroupRow> {
  const row = await ctx.db.selectFrom('member_group').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw goneRecord('会员组不存在，可能已被删除，请刷新后重新选择', id)
  ctx.requireSite(row.siteId)
  return row
}

/** Adds a group, or saves over one that has the version that was seen. A group stays in its site. */
export async function saveGroup(ctx: CallContext, form: ParsedOf<'memberGroup.save'>): Promise<GroupRow> {
  const { id, version, siteId, ...fields } = form
  await requireLivingSites(ctx, [siteId])
  const before = id === 0 ? null : await groupFor(ctx, id)
  if (before && before.siteId !== siteId)
    throw new AppError('invalid', `会员组“${before.name}”不能换到另一个站点，请在那个站点添加会员组`)
  return saveVersioned(ctx, 'member_group', {
    id,
    version,
    row: fields,
    added: { siteId },
    find: groupFor,
    named: (other) => `会员组“${other.name}”`,
    taken: () => new AppError('conflict', `这个站点已有会员组“${fields.name}”，请换一个名称`),
  })
}

/** How many members are in each of the groups; those without any are not there. */
export async function membersOfGroups({ db }: CallContext, ids: readonly number[]): Promise<Map<number, number>> {
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
 * Deletes all of them or none.
 * @throws AppError `not-found`, `forbidden`, and unless `used` is told to go on, `conflict` that names one which still
 * has members; its facts hold in `used` how many there are in all
 */
export async function removeGroups(ctx: CallContext, list: readonly number[], used: 'refuse' | 'release') {
  const ids = [...new Set(list)]
  const rows = await ctx.db
    .selectFrom('member_group')
    .select(['id', 'name', 'siteId'])
    .where('id', 'in', ids)
    // Locked, so that nobody adds a member meanwhile.
    .$if(engineOf(ctx.db) === 'postgres', (query) => query.forUpdate())
    .execute()
  for (const { siteId } of rows) ctx.requireSite(siteId)
  const gone = ids.filter((id) => !rows.some((row) => row.id === id))
  if (gone.length > 0) throw missing({ kind: '会员组', ids: gone })
  const members = await membersOfGroups(ctx, ids)
  const [first] = members
  if (first && used === 'refuse') {
    const name = rows.find((row) => row.id === first[0])?.name ?? ''
    const all = [...members.values()].reduce((sum, each) => sum + each, 0)
    throw new AppError('conflict', `会员组“${name}”里还有 ${first[1]} 个会员，请先把会员移出，再删除会员组`, {
      details: { fact: { kind: 'used', used: all } },
    })
  }
  // Memberships are deleted by the database (on delete cascade).
  await ctx.db.deleteFrom('member_group').where('id', 'in', ids).execute()
}

/**
 * Keeps the groups from being deleted until the transaction ends.
 * @throws AppError `not-found` that names those that aren't there, `invalid` one of another site
 */
export async function requireGroups(ctx: CallContext, siteId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await ctx.db
    .selectFrom('member_group')
    .select(['id', 'name', 'siteId'])
    .where('id', 'in', ids)
    .$if(engineOf(ctx.db) === 'postgres', (query) => query.forShare())
    .execute()
  const gone = ids.filter((id) => !rows.some((row) => row.id === id))
  if (gone.length > 0) throw new AppError('not-found', '会员组不存在，可能已被删除，请重新选择会员组')
  if (rows.some((row) => row.siteId !== siteId)) throw new AppError('invalid', '会员组不属于这个站点，请重新选择会员组')
}
