import type { CallContext } from '#server/http/context.ts'
import { type ColumnAction, columnRefusal, isColumnGranted } from '#shared/domain/columnAccess.ts'
import { type Authority, isSuper } from '#shared/domain/permissions.ts'
import { AppError } from '#shared/errors/index.ts'
import { type ColumnRow, findColumn } from './repo.ts'

/** @throws AppError `forbidden` unless the caller may perform the action on the column */
export function requireAction(ctx: CallContext, row: ColumnRow, action: ColumnAction): void {
  const flags = {
    allowAddChild: row.allowAddChild === 1,
    allowUpdate: row.allowUpdate === 1,
    allowDelete: row.allowDelete === 1,
    allowSort: row.allowSort === 1,
  }
  const { id, siteId, title } = row
  const refusal = columnRefusal(ctx.requireSignedIn().authority, { id, siteId, title, ...flags }, action)
  if (refusal) throw new AppError('forbidden', refusal)
}

/**
 * @throws AppError `forbidden` when the caller lacks a descendant that the action includes
 * @param what name of the action
 */
export function requireAllGranted(ctx: CallContext, [top, ...below]: readonly ColumnRow[], what: string): void {
  const missing = below.filter((row) => !isColumnGranted(ctx.requireSignedIn().authority, row))
  if (!top || missing.length === 0) return
  throw new AppError(
    'forbidden',
    `栏目“${top.title}”下有 ${missing.length} 个没有权限的栏目，无法一并${what}，请联系管理员授权`,
  )
}

/** Finds a column. AppErrors: `not-found`, `forbidden` unless the caller may perform the action. */
export async function requireColumn(ctx: CallContext, id: number, action: ColumnAction): Promise<ColumnRow> {
  const row = await findColumn(ctx.db, id)
  if (!row) throw new AppError('not-found', '栏目不存在，可能已被删除，请刷新')
  requireAction(ctx, row, action)
  return row
}

/** @throws AppError `forbidden` for system columns, which cannot be added, deleted, moved or copied */
export function requireOwnSite(siteId: number): void {
  if (siteId === 0) throw new AppError('forbidden', '系统栏目由程序提供，不能新增、删除、移动或复制')
}

/** The granted columns and their ancestors, so that no branch of the tree is detached. */
export function filterVisible(who: Authority, rows: readonly ColumnRow[], showHidden: boolean): ColumnRow[] {
  const shown = showHidden ? rows : removeHidden(rows)
  const byId = new Map(shown.map((row) => [row.id, row]))
  const isGranted = createGrantCheck(who, rows)
  const visible = new Set<number>()
  for (const row of shown) {
    if (!isGranted(row)) continue
    for (let at: ColumnRow | undefined = row; at && !visible.has(at.id); at = byId.get(at.parentId)) visible.add(at.id)
  }
  return shown.filter((row) => visible.has(row.id))
}

/** isColumnGranted for many columns of one site: scans large roles only once. */
function createGrantCheck(who: Authority, [first]: readonly ColumnRow[]): (row: ColumnRow) => boolean {
  if (!first || first.siteId === 0 || isSuper(who)) return (row) => isColumnGranted(who, row)
  const granted = who.siteItemDTOList.filter((site) => site.siteId === first.siteId)
  const ids = new Set(granted.flatMap((site) => site.menuItemDTOList.map((menu) => menu.menuId)))
  return (row) => ids.has(row.id)
}

/** A hidden column also hides its descendants. */
function removeHidden(rows: readonly ColumnRow[]): ColumnRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const shown = (row: ColumnRow | undefined, depth = 0): boolean =>
    row === undefined || (row.showManage === 1 && (depth > rows.length || shown(byId.get(row.parentId), depth + 1)))
  return rows.filter((row) => shown(row))
}
