import { type Authority, canSeeMenu, isSuper } from '#shared/domain/permissions.ts'
import type { ColumnRow } from './repo.ts'

/** Is the column granted? System menus by the navigation's rule, others in their own site. */
export function granted(who: Authority, column: Pick<ColumnRow, 'id' | 'siteId'>): boolean {
  if (column.siteId === 0) return canSeeMenu(who, column.id)
  const site = who.siteItemDTOList.find((entry) => entry.siteId === column.siteId)
  return isSuper(who) || (site?.menuItemDTOList.some((menu) => menu.menuId === column.id) ?? false)
}

/** The granted columns and what stands above them, so that a tree never loses a branch for its trunk. */
export function visibleTo(who: Authority, rows: readonly ColumnRow[], showHidden: boolean): ColumnRow[] {
  const shown = showHidden ? rows : withoutHidden(rows)
  const byId = new Map(shown.map((row) => [row.id, row]))
  const kept = new Set<number>()
  for (const row of shown) {
    if (!granted(who, row)) continue
    for (let at: ColumnRow | undefined = row; at && !kept.has(at.id); at = byId.get(at.parentId)) kept.add(at.id)
  }
  return shown.filter((row) => kept.has(row.id))
}

/** Hiding a column hides what is below it. */
function withoutHidden(rows: readonly ColumnRow[]): ColumnRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const shown = (row: ColumnRow | undefined, depth = 0): boolean =>
    row === undefined || (row.showManage === 1 && (depth > rows.length || shown(byId.get(row.parentId), depth + 1)))
  return rows.filter((row) => shown(row))
}
