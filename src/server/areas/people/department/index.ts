import { contains } from '#server/db/search.ts'
import { pageOf, readPage } from '#server/http/paging.ts'
import type { Resource, Routes } from '#server/http/routes.ts'
import { removeDepartments } from './remove.ts'
import { saveDepartment } from './save.ts'
import { allDepartments, departmentTree, presentDepartment } from './tree.ts'

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
  'department.getTree': async (ctx) => departmentTree(await allDepartments(ctx.db)),
  'department.save': async (ctx, form) => presentDepartment(await saveDepartment(ctx, form)),
  'department.deleteByIdList': async (ctx, ids) => {
    await removeDepartments(ctx, ids)
    return null
  },
}

export { allDepartments, departmentPaths } from './tree.ts'

/** Calls 153–156: departments. */
export const department: Resource = { routes }
