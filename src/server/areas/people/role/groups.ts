import type { Kysely, Selectable } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { RoleTable } from '#server/db/tables/core.ts'
import type { CallContext } from '#server/http/context.ts'
import type { Role } from '#shared/contract/role.ts'
import { isSuper } from '#shared/domain/permissions.ts'
import { formatDateTime } from '#shared/util/dates.ts'

type GroupRow = Selectable<RoleTable>

/** Every group, in the order in which they were made: some hundreds at most. */
export const allGroups = (db: Kysely<Database>): Promise<GroupRow[]> =>
  db.selectFrom('role').selectAll().orderBy('id').execute()

/** A group as the contract has it. */
export const presentGroup = ({ id, title, createTime }: GroupRow, childAdminGroup: Role[] = []): Role => ({
  id,
  name: title,
  title,
  createDate: formatDateTime(createTime),
  childAdminGroup,
})

/** The groups under `parentId`, each with those below it. */
export function groupsUnder(rows: readonly GroupRow[], parentId: number): Role[] {
  const children = Map.groupBy(rows, (row) => row.parentId)
  const below = (id: number, above: ReadonlySet<number>): Role[] =>
    (children.get(id) ?? [])
      // Groups that stand in a ring would never end.
      .filter((row) => !above.has(row.id))
      .map((row) => presentGroup(row, below(row.id, new Set([...above, row.id]))))
  return below(parentId, new Set([parentId]))
}

const idsOf = (groups: readonly Role[]): number[] =>
  groups.flatMap(({ id, childAdminGroup }) => [id, ...idsOf(childAdminGroup)])

/** Ids of the groups whose accounts the caller may see: the own one and all below it (B·§2). null: every group. */
export async function groupsInReach(ctx: CallContext): Promise<ReadonlySet<number> | null> {
  const { authority } = ctx.signed()
  if (isSuper(authority)) return null
  return new Set([authority.groupId, ...idsOf(groupsUnder(await allGroups(ctx.db), authority.groupId))])
}
