import type { Kysely } from 'kysely'
import type { Database, RowOf } from '#server/db/schema.ts'
import type { Department } from '#shared/contract/department.ts'
import { formatDateTime } from '#shared/util/dates.ts'

export type DepartmentRow = RowOf<'department'>

/** Reads all departments, oldest first; at most MAX_DEPARTMENTS. */
export const readDepartments = (db: Kysely<Database>): Promise<DepartmentRow[]> =>
  db.selectFrom('department').selectAll().orderBy('id').execute()

/** Converts a department for the client (C·§3). */
export const presentDepartment = ({ createTime, updatedBy, updateTime, ...row }: DepartmentRow) => ({
  ...row,
  createDate: formatDateTime(createTime),
  changedBy: updatedBy,
  changedAt: formatDateTime(updateTime),
})

/** Nests all departments. */
export function toDepartmentTree(rows: readonly DepartmentRow[]): Department[] {
  const below = Map.groupBy(rows, (row) => row.parentId)
  const toChildren = (parentId: number): Department[] =>
    (below.get(parentId) ?? []).map((row) => ({ ...presentDepartment(row), child: toChildren(row.id) }))
  return toChildren(0)
}

/** Path of each department from the top: 集团总部 / 财务部. Names alone are not unique. */
export function toDepartmentPaths(rows: readonly DepartmentRow[]): ReadonlyMap<number, string> {
  const below = Map.groupBy(rows, (row) => row.parentId)
  const paths = new Map<number, string>()
  const walk = (parentId: number, above: readonly string[]): void => {
    for (const { id, title } of below.get(parentId) ?? []) {
      const path = [...above, title]
      paths.set(id, path.join(' / '))
      walk(id, path)
    }
  }
  walk(0, [])
  return paths
}
