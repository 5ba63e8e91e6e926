import { contains } from '#server/db/search.ts'
import { pageOf, readPage } from '#server/http/paging.ts'
import type { Resource, Routes } from '#server/http/routes.ts'
import { lockTree, saveDepartment } from './save.ts'
import { readDepartments, toDepartmentTree, presentDepartment } from './tree.ts'
import { engineOf } from '#server/db/dialect.ts'
import type { CallContext } from '#server/http/context.ts'
import { missingRecords } from '#server/http/missingRecords.ts'
import { AppError } from '#shared/errors/index.ts'

export { readDepartments, toDepartmentPaths } from './tree.ts'

/**
 * Deletes all departments or none.
 * @throws AppError `not-found`; `conflict` that lists what a department still contains
 */
async function removeDepartments(ctx: CallContext, list: readonly number[]): Promise<void> {
  const ids = new Set(list)
  const rows = await lockTree(ctx)
  const chosen = rows.filter((row) => ids.has(row.id))
  if (chosen.length < ids.size) {
    const existingIds = new Set(chosen.map((row) => row.id))
    throw missingRecords({ kind: '部门', ids: [...ids].filter((id) => !existingIds.has(id)) })
  }
  // Subdepartments deleted in the same call are no obstacle.
  const remainingByParent = Map.groupBy(
    rows.filter((row) => !ids.has(row.id)),
    (row) => row.parentId,
  )
  const accounts = await countAndLockAccounts(ctx, [...ids])
  for (const { id, title } of chosen) {
    const below = remainingByParent.get(id)?.length ?? 0
    const people = accounts.get(id) ?? 0
    if (below + people > 0) throw createInUseError(title, below, people)
  }
  await ctx.db
    .deleteFrom('department')
    .where('id', 'in', [...ids])
    .execute()
}

/** Counts the accounts of each department, and locks the departments against new ones until the transaction ends. */
async function countAndLockAccounts(ctx: CallContext, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (engineOf(ctx.db) === 'postgres')
    await ctx.db.selectFrom('department').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
  const counted = await ctx.db
    .selectFrom('account')
    .select((eb) => ['departmentId', eb.fn.countAll<number>().as('accounts')])
    .where('departmentId', 'in', ids)
    .groupBy('departmentId')
    .execute()
  return new Map(counted.map(({ departmentId, accounts }) => [departmentId ?? 0, accounts]))
}

function createInUseError(title: string, below: number, people: number): AppError {
  const left = [
    ...(below > 0 ? [{ what: `${below} 个下级部门`, todo: '删除或移走下级部门' }] : []),
    ...(people > 0 ? [{ what: `${people} 个账号`, todo: '为这些账号选择其他部门' }] : []),
  ]
  const contents = left.map(({ what }) => what).join('和 ')
  const todo = left.map((each) => each.todo).join('，并')
  return new AppError('conflict', `部门“${title}”下还有 ${contents}，请先${todo}，再删除部门`)
}

const routes: Routes<'department'> = {
  'department.page': async (ctx, { key, ...paging }) => {
    let found = ctx.db.selectFrom('department')
    if (key) found = found.where((eb) => contains([eb.ref('title')], key))
    const { rows, total } = await readPage(found.selectAll().orderBy('id'), paging)
    return pageOf(
      rows.map((row) => ({ ...presentDepartment(row), child: [] })),
      total,
      paging.size,
    )
  },
  'department.getTree': async (ctx) => toDepartmentTree(await readDepartments(ctx.db)),
  'department.save': async (ctx, form) => presentDepartment(await saveDepartment(ctx, form)),
  'department.deleteByIdList': async (ctx, ids) => {
    await removeDepartments(ctx, ids)
    return null
  },
}

/** Calls 153–156: departments. */
export const department: Resource = { routes }
