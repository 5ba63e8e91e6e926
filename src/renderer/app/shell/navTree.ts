import { type Authority, canSeeMenu, isSuper } from '#shared/domain/permissions.ts'
import { SYSTEM_MENUS } from '#shared/domain/systemMenus.ts'
import type { NavGroup, NavLeaf } from '#renderer/ui/page/navigation.ts'
import type { Screen } from '#renderer/ui/page/screen.ts'

/** The fields of a system column that the navigation uses. */
export interface NavColumn {
  id: number
  title: string
  manageUrl: string
  child: readonly NavColumn[]
}

/** The built-in menu, used while the server is unreachable. */
export const builtInColumns = (parentId = 0): NavColumn[] =>
  SYSTEM_MENUS.filter((menu) => menu.parentId === parentId).map(({ id, title, path = '' }) => ({
    id,
    title,
    manageUrl: path,
    child: builtInColumns(id),
  }))

/**
 * The navigation: system columns of site 0 that have a screen and are granted to the role. Screens without a column,
 * which are open to everyone, come first.
 */
export function navTree(columns: readonly NavColumn[], screens: readonly Screen[], who: Authority): NavGroup[] {
  const shown = screens.filter(
    (screen) =>
      (screen.frame ?? 'shell') === 'shell' &&
      screen.listed !== false &&
      (!screen.forSuper || isSuper(who)) &&
      (screen.menu === null || canSeeMenu(who, screen.menu)),
  )
  const used = new Set<Screen>()
  const collectLeaves = (column: NavColumn): NavLeaf[] => {
    const matching = shown.filter((s) => !used.has(s) && (s.path === column.manageUrl || s.menu === column.id))
    for (const screen of matching) used.add(screen)
    const leaves = matching.map((s) => leaf(s, s.path === column.manageUrl ? column.title : s.title))
    return [...leaves, ...column.child.flatMap(collectLeaves)]
  }
  const groups = columns.map((column) => group(String(column.id), column.title, collectLeaves(column)))
  const rest = shown.filter((screen) => !used.has(screen) && !screen.path.includes(':'))
  return [...rest.map((s) => group(s.path, '', [leaf(s, s.title)])), ...groups].filter((g) => g.leaves.length > 0)
}

const leaf = ({ path, icon, badge }: Screen, title: string): NavLeaf => ({
  path,
  title,
  icon,
  ...(badge ? { badge } : {}),
})
const group = (key: string, title: string, leaves: NavLeaf[]): NavGroup => ({
  key,
  title: leaves.length > 1 ? title : '',
  leaves,
})
