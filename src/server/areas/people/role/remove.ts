import { engineOf } from '#server/db/dialect.ts'
import type { CallContext } from '#server/http/context.ts'
import { SUPER_GROUP } from '#shared/domain/permissions.ts'
import { AppError } from '#shared/errors/index.ts'
import { countAccountsByGroup, readGroups, type GroupRow, requireChangeable } from './groups.ts'
import { lockGroups } from './save.ts'
import { roleUses } from './uses.ts'

/**
 * Deletes all groups or none.
 * @throws AppError `not-found`, `forbidden`; `conflict` that lists what a group still contains
 */
export async function removeRoles(ctx: CallContext, list: readonly number[]): Promise<void> {
  const ids = new Set(list)
  const rows = await lockGroups(ctx)
  const chosen = requireChangeable(ctx, rows, [...ids])
  if (ids.has(SUPER_GROUP)) throw new AppError('forbidden', '超级管理员用户组不能删除')
  // Subgroups deleted in the same call are no obstacle.
  const remainingByParent = Map.groupBy(
    rows.filter((row) => !ids.has(row.id)),
    (row) => row.parentId,
  )
  await lockRows(ctx, [...ids])
  const accounts = await countAccountsByGroup(ctx.db)
  for (const { id, title } of chosen) {
    const below = remainingByParent.get(id)?.length ?? 0
    const people = accounts.get(id) ?? 0
    if (below + people > 0) throw createInUseError(title, below, people)
  }
  await roleUses.get().requireUnused(ctx, chosen)
  await ctx.db
    .deleteFrom('role')
    .where('id', 'in', [...ids])
    .execute()
}

/** Locks the groups against new accounts until the transaction ends. */
async function lockRows(ctx: CallContext, ids: readonly number[]): Promise<void> {
  if (engineOf(ctx.db) === 'postgres')
    await ctx.db.selectFrom('role').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
}

function createInUseError(title: string, below: number, people: number): AppError {
  const left = [
    ...(below > 0 ? [{ what: `${below} 个下级用户组`, todo: '删除或移走下级用户组' }] : []),
    ...(people > 0 ? [{ what: `${people} 个账号`, todo: '在“组内账号”中把账号移到其他用户组' }] : []),
  ]
  const contents = left.map(({ what }) => what).join('和 ')
  const todo = left.map((each) => each.todo).join('，并')
  return new AppError('conflict', `用户组“${title}”下还有 ${contents}，请先${todo}，再删除用户组`)
}

/** Moves all accounts of one group to another; the caller must be allowed to change both. Returns their number. */
export async function moveAccounts(ctx: CallContext, id: number, toId: number): Promise<{ moved: number }> {
  if (id === toId) throw new AppError('invalid', '请选择另一个用户组')
  const rows: GroupRow[] = await readGroups(ctx.db)
  requireChangeable(ctx, rows, [id, toId])
  if (id === SUPER_GROUP || toId === SUPER_GROUP)
    throw new AppError('forbidden', '超级管理员的账号请在账号管理中逐个设置')
  await lockRows(ctx, [id, toId])
  const { numUpdatedRows } = await ctx.db
    .updateTable('account')
    .set((eb) => ({
      roleId: toId,
      version: eb('version', '+', 1),
      updatedBy: ctx.requireSignedIn().username,
      updateTime: ctx.clock.now().getTime(),
    }))
    .where('roleId', '=', id)
    .executeTakeFirst()
  return { moved: Number(numUpdatedRows) }
}
