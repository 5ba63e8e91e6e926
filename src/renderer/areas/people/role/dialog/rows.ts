import type { RoleMenu } from '#shared/contract/role.ts'
import { isAlwaysTicked, type Ticks } from '#shared/domain/roleTicks.ts'

/** A row of the permission tree. An unchanged row stays the same object. */
export interface PermissionRow {
  menu: RoleMenu
  /** undefined: the menu is not ticked. */
  codes: ReadonlySet<number> | undefined
  /** mixed: the menu is not ticked, but a descendant is. */
  tick: boolean | 'mixed'
  /** True for 我的 and the menus below it, which every group has. */
  isAlwaysGranted: boolean
  child: readonly PermissionRow[]
}

export type PermissionRows = ReadonlyMap<number, PermissionRow>

/** The rows of a tree; unchanged rows are reused from `before`. `keeps` says which menus are shown. */
export function buildRows(
  menus: readonly RoleMenu[],
  ticks: Ticks,
  before: PermissionRows,
  keeps: (menu: RoleMenu) => boolean,
): { rows: readonly PermissionRow[]; byId: PermissionRows } {
  const byId = new Map<number, PermissionRow>()
  const below = (list: readonly RoleMenu[], always: boolean): PermissionRow[] =>
    list.flatMap((menu) => {
      const isForced = always || isAlwaysTicked(menu.menuId)
      const child = below(menu.child, isForced)
      if (child.length === 0 && !keeps(menu)) return []
      const codes = ticks.get(menu.menuId)
      const tick: PermissionRow['tick'] = codes !== undefined || (anyTicked(menu.child, ticks) && 'mixed')
      const previous = before.get(menu.menuId)
      const same =
        previous?.menu === menu && previous.codes === codes && previous.tick === tick && sameRows(previous.child, child)
      const row: PermissionRow = same ? previous : { menu, codes, tick, isAlwaysGranted: isForced, child }
      byId.set(menu.menuId, row)
      return [row]
    })
  return { rows: below(menus, false), byId }
}

const sameRows = (a: readonly PermissionRow[], b: readonly PermissionRow[]): boolean =>
  a.length === b.length && a.every((row, at) => row === b[at])

const anyTicked = (menus: readonly RoleMenu[], ticks: Ticks): boolean =>
  menus.some(({ menuId, child }) => ticks.has(menuId) || anyTicked(child, ticks))

/** All settings that the menus of the tree offer, ordered by id. Each is a column. */
export function settingsOf(menus: readonly RoleMenu[]): { id: number; name: string }[] {
  const found = new Map<number, string>()
  const walk = (list: readonly RoleMenu[]): void => {
    for (const { settingVOList, child } of list) {
      for (const { id, name } of settingVOList) found.set(id, name)
      walk(child)
    }
  }
  walk(menus)
  return [...found].toSorted(([a], [b]) => a - b).map(([id, name]) => ({ id, name }))
}
