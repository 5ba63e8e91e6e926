import type { Kysely } from 'kysely'
import type { Database, RowOf } from '#server/db/schema.ts'
import type { Department } from '#shared/contract/department.ts'
import { formatDateTime } from '#shared/util/dates.ts'

export type DepartmentRow = RowOf<'department'>

/** Every department, in the order in which they were made: DEPARTMENTS_LIMIT at most. */
export const allDepartments = (db: Kysely<Database>): Promise<DepartmentRow[]> =>
  db.selectFrom('department').selectAll().orderBy('id').execute()

/** A department as it leaves the server (C·§3). */
export const presentDepartment = ({ createTime, updatedBy, updateTime, ...row }: DepartmentRow) => ({
  ...row,
  createDate: formatDateTime(createTime),
  changedBy: updatedBy,
  changedAt: formatDateTime(updateTime),
})

/** All of them, nested. */
export function departmentTree(rows: readonly DepartmentRow[]): Department[] {
  const below = Map.groupBy(rows, (row) => row.parentId)
  const nested = (parentId: number): Department[] =>
    (below.get(parentId) ?? []).map((row) => ({ ...presentDepartment(row), child: nested(row.id) }))
  return nested(0)
}

/** What each department is called from the top: 集团总部 / 财务部. Its name alone may stand in several places. */
export function departmentPaths(rows: readonly DepartmentRow[]): ReadonlyMap<number, string> {
  const below = Map.groupBy(rows, (row) => row.parentId)
  const paths = new Map<number, string>()
  const walk = (parentId: number, above: readonly string[]): void => {
    for (const { id, title } of below.get(parentId) ?? []) {
      const way = [...above, title]
      paths.set(id, way.join(' / '))
      walk(id, way)
    }
  }
  walk(0, [])
  return paths
}
