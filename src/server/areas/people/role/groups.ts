import type { Kysely } from 'kysely'
import type { Database, RowOf } from '#server/db/schema.ts'
import { withDescendants } from '#server/db/trees.ts'
import type { CallContext } from '#server/http/context.ts'
import { missingRecords } from '#server/http/missingRecords.ts'
import type { Role } from '#shared/contract/role.ts'
import { isSuper } from '#shared/domain/permissions.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'

export type GroupRow = RowOf<'role'>

/** Reads all groups, oldest first; a few hundred at most. */
export const readGroups = (db: Kysely<Database>): Promise<GroupRow[]> =>
  db.selectFrom('role').selectAll().orderBy('id').execute()

/** Counts the accounts per group; groups without accounts are missing in the map. */
export async function countAccountsByGroup(db: Kysely<Database>): Promise<ReadonlyMap<number, number>> {
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
export function toGroupTree(
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
export async function readReachableGroups(ctx: CallContext): Promise<ReadonlySet<number> | null> {
  const { authority } = ctx.requireSignedIn()
  if (isSuper(authority)) return null
  return collectReach(await readGroups(ctx.db), authority.groupId)
}

const collectReach = (rows: readonly GroupRow[], groupId: number): ReadonlySet<number> =>
  new Set([groupId, ...withDescendants(rows, [groupId]).map((row) => row.id)])

/** The error for a group that is missing, or is neither the caller's own nor below it. */
export const createOutOfReachError = (): AppError =>
  new AppError('forbidden', '所选用户组不在您的用户组之下，请选择其他用户组')

/**
 * Finds groups the caller may change.
 * @throws AppError `forbidden` for groups out of reach and the caller's own group, whose rights the caller could extend
 * otherwise; `not-found`, only for super administrators
 */
export function requireChangeable(ctx: CallContext, rows: readonly GroupRow[], ids: readonly number[]): GroupRow[] {
  const { authority } = ctx.requireSignedIn()
  const reach = isSuper(authority) ? null : collectReach(rows, authority.groupId)
  if (reach && ids.some((id) => !reach.has(id))) throw createOutOfReachError()
  if (reach && ids.includes(authority.groupId))
    throw new AppError('forbidden', '不能修改自己所在的用户组，需要时请联系上级管理员')
  const found = rows.filter((row) => ids.includes(row.id))
  const foundIds = new Set(found.map((row) => row.id))
  const missingIds = ids.filter((id) => !foundIds.has(id))
  if (missingIds.length > 0) throw missingRecords({ kind: '用户组', ids: missingIds })
  return found
}

/** Creates a function that returns a group's path from the top: 站点编辑 / 新闻组. */
export function createGroupPathLookup(rows: readonly GroupRow[]): (id: number) => string {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (id) => {
    const path: GroupRow[] = []
    for (let at = byId.get(id); at && !path.includes(at); at = byId.get(at.parentId)) path.unshift(at)
    // Leaves out the super administrators' group, which is above all others.
    return (path.length > 1 ? path.slice(1) : path).map((row) => row.title).join(' / ')
  }
}
