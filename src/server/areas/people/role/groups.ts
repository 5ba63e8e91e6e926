import type { Kysely } from 'kysely'
import type { Database, RowOf } from '#server/db/schema.ts'
import { withBelow } from '#server/db/trees.ts'
import type { CallContext } from '#server/http/context.ts'
import { missing } from '#server/http/missing.ts'
import type { Role } from '#shared/contract/role.ts'
import { isSuper } from '#shared/domain/permissions.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'

export type GroupRow = RowOf<'role'>

/** Reads all groups, oldest first; a few hundred at most. */
export const allGroups = (db: Kysely<Database>): Promise<GroupRow[]> =>
  db.selectFrom('role').selectAll().orderBy('id').execute()

/** Counts the accounts per group; groups without accounts are missing in the map. */
export async function accountsByGroup(db: Kysely<Database>): Promise<ReadonlyMap<number, number>> {
  const counted = await db
    .selectFrom('account')
    .select((eb) => ['roleId', eb.fn.countAll<number>().as('accounts')])
    .groupBy('roleId')
    .execute()
  return new Map(counted.map(({ roleId, accounts }) => [roleId, accounts]))
}

/** Converts a group for the client. */
export const presentGroup = (
  { id, parentId, title, note, createTime }: GroupRow,
  accounts: ReadonlyMap<number, number>,
  childAdminGroup: Role[] = [],
): Role => ({
  id,
  parentId,
  name: title,
  title,
  note,
  createDate: formatDateTime(createTime),
  accounts: accounts.get(id) ?? 0,
  childAdminGroup,
})

/** The groups under `parentId`, each with those below it. */
export function groupsUnder(
  rows: readonly GroupRow[],
  parentId: number,
  accounts: ReadonlyMap<number, number> = new Map(),
): Role[] {
  const children = Map.groupBy(rows, (row) => row.parentId)
  const below = (id: number, above: ReadonlySet<number>): Role[] =>
    (children.get(id) ?? [])
      // Without this, groups that form a cycle would recurse forever.
      .filter((row) => !above.has(row.id))
      .map((row) => presentGroup(row, accounts, below(row.id, new Set([...above, row.id]))))
  return below(parentId, new Set([parentId]))
}

/** Ids of the groups whose accounts the caller may see: the caller's own and all below it (B·§2). null: every group. */
export async function groupsInReach(ctx: CallContext): Promise<ReadonlySet<number> | null> {
  const { authority } = ctx.signed()
  if (isSuper(authority)) return null
  return reachOf(await allGroups(ctx.db), authority.groupId)
}

const reachOf = (rows: readonly GroupRow[], groupId: number): ReadonlySet<number> =>
  new Set([groupId, ...withBelow(rows, [groupId]).map((row) => row.id)])

/** The error for a group that is missing, or is neither the caller's own nor below it. */
export const outOfReach = (): AppError => new AppError('forbidden', '所选用户组不在您的用户组之下，请选择其他用户组')

/**
 * Finds groups the caller may change.
 * @throws AppError `forbidden` for groups out of reach and the caller's own group, whose rights the caller could extend
 * otherwise; `not-found`, only for super administrators
 */
export function requireChangeable(ctx: CallContext, rows: readonly GroupRow[], ids: readonly number[]): GroupRow[] {
  const { authority } = ctx.signed()
  const reach = isSuper(authority) ? null : reachOf(rows, authority.groupId)
  if (reach && ids.some((id) => !reach.has(id))) throw outOfReach()
  if (reach && ids.includes(authority.groupId))
    throw new AppError('forbidden', '不能修改自己所在的用户组，需要时请联系上级管理员')
  const found = rows.filter((row) => ids.includes(row.id))
  const there = new Set(found.map((row) => row.id))
  const gone = ids.filter((id) => !there.has(id))
  if (gone.length > 0) throw missing({ kind: '用户组', ids: gone })
  return found
}

/** Creates a function that returns a group's path from the top: 站点编辑 / 新闻组. */
export function groupPaths(rows: readonly GroupRow[]): (id: number) => string {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (id) => {
    const line: GroupRow[] = []
    for (let at = byId.get(id); at && !line.includes(at); at = byId.get(at.parentId)) line.unshift(at)
    // Leaves out the super administrators' group, which is above all others.
    return (line.length > 1 ? line.slice(1) : line).map((row) => row.title).join(' / ')
  }
}
