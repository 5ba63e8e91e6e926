import { acquireTransactionLock } from '#server/db/locks.ts'
import { treeHeight, withAncestors } from '#server/db/trees.ts'
import type { CallContext } from '#server/http/context.ts'
import { missingRecords } from '#server/http/missingRecords.ts'
import { requireVersion, saveVersioned } from '#server/http/saveVersioned.ts'
import { MAX_DEPARTMENT_LEVELS, MAX_DEPARTMENTS } from '#shared/contract/department.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { AppError } from '#shared/errors/index.ts'
import { readDepartments, type DepartmentRow } from './tree.ts'

/**
 * Locks the tree for this transaction, so that concurrent saves can't create a cycle or a duplicate name. Returns all
 * departments.
 */
export async function lockTree(ctx: CallContext): Promise<DepartmentRow[]> {
  await acquireTransactionLock(ctx.db, 'departments')
  return readDepartments(ctx.db)
}

interface DepartmentPosition {
  /** 0: a new department. */
  id: number
  title: string
  parentId: number
}

/**
 * @throws AppError `not-found` for a missing parent; `invalid` for a parent below the department itself, too many
 * levels or departments; `conflict` for a duplicate name
 */
function requireLocation(rows: readonly DepartmentRow[], { id, title, parentId }: DepartmentPosition): void {
  const ancestors = withAncestors(rows, parentId)
  const [parent] = ancestors
  if (parentId !== 0 && !parent) throw new AppError('not-found', '上级部门不存在，可能已被删除，请刷新后重新选择')
  if (id !== 0 && ancestors.some((row) => row.id === id))
    throw new AppError('invalid', `部门“${title}”不能移动到自己或自己的下级，请选择其他上级部门`)
  if (ancestors.length + (id === 0 ? 1 : treeHeight(rows, id)) > MAX_DEPARTMENT_LEVELS)
    throw new AppError('invalid', `部门最多 ${MAX_DEPARTMENT_LEVELS} 级，请选择更高一级的上级部门`)
  if (id === 0 && rows.length >= MAX_DEPARTMENTS)
    throw new AppError('invalid', `部门最多 ${MAX_DEPARTMENTS} 个，请先删除不再使用的部门`)
  if (rows.some((row) => row.parentId === parentId && row.title === title && row.id !== id))
    throw new AppError(
      'conflict',
      parent ? `部门“${parent.title}”下已有部门“${title}”，请换一个名称` : `已有一级部门“${title}”，请换一个名称`,
    )
}

const formatName = ({ title }: DepartmentRow): string => `部门“${title}”`

/** Adds a department, or renames or moves one whose version is the one the caller has read. */
export async function saveDepartment(ctx: CallContext, form: ParsedOf<'department.save'>): Promise<DepartmentRow> {
  const { id, title, version } = form
  const rows = await lockTree(ctx)
  const before = rows.find((row) => row.id === id)
  if (id !== 0 && !before) throw missingRecords({ kind: '部门', ids: [id] })
  const position = { title, parentId: form.parentId ?? before?.parentId ?? 0 }
  requireVersion(before, version, formatName)
  requireLocation(rows, { id, ...position })
  return saveVersioned(ctx, 'department', {
    id,
    version,
    row: position,
    insertOnly: { createTime: ctx.clock.now().getTime() },
    find: () => Promise.reject(missingRecords({ kind: '部门', ids: [id] })),
    nameOf: formatName,
  })
}
