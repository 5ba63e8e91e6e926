import { matchPath } from 'react-router-dom'
import { MENU } from '#shared/domain/systemMenus.ts'
import type { NavBranch, NavGroup } from '#renderer/ui/page/navigation.ts'
import type { Screen } from '#renderer/ui/page/screen.ts'
import type { NavColumn } from './navTree.ts'

/**
 * The columns of a site whose content has a screen (lists and single articles), below the plain columns that group
 * them. A group with nothing below it is left out.
 */
export function contentTree(columns: readonly NavColumn[], screens: readonly Screen[]): NavBranch[] {
  const contentScreens = screens.filter((screen) => screen.titleFrom === 'column')
  const hasScreen = (path: string): boolean => contentScreens.some((screen) => matchPath(screen.path, path) !== null)
  const below = (list: readonly NavColumn[]): NavBranch[] =>
    list.flatMap(({ id, title, manageUrl, child: children }) => {
      const child = below(children)
      const path = hasScreen(manageUrl) ? { path: manageUrl } : {}
      return 'path' in path || child.length > 0 ? [{ key: String(id), title, ...path, child }] : []
    })
  return below(columns)
}

const TITLE = '内容管理'

/** Adds the site's columns to the content group; creates the group when the account has no other screen in it. */
export function withContent(groups: readonly NavGroup[], tree: readonly NavBranch[]): NavGroup[] {
  if (tree.length === 0) return [...groups]
  const key = String(MENU.content)
  if (groups.some((group) => group.key === key))
    return groups.map((group) => (group.key === key ? { ...group, title: TITLE, tree } : group))
  const after = groups.findLastIndex((group) => group.leaves.some((leaf) => leaf.path === '/index'))
  return groups.toSpliced(after + 1, 0, { key, title: TITLE, leaves: [], tree })
}

const findTrail = (tree: readonly NavBranch[], isTarget: (branch: NavBranch) => boolean): NavBranch[] => {
  for (const branch of tree) {
    if (isTarget(branch)) return [branch]
    const rest = findTrail(branch.child, isTarget)
    if (rest.length > 0) return [branch, ...rest]
  }
  return []
}

/** The branches from the top down to the one with this path; empty without a match. */
export const branchTrail = (tree: readonly NavBranch[], path: string): NavBranch[] =>
  findTrail(tree, (branch) => branch.path === path)

/** The branches down to a column: its content has screens besides the one that the tree opens. */
export const columnTrail = (tree: readonly NavBranch[], columnId: string): NavBranch[] =>
  findTrail(tree, (branch) => branch.key === columnId)

/** Every branch that leads to a screen, with the titles above it. */
export const listBranches = (
  tree: readonly NavBranch[],
  above: readonly string[] = [],
): { key: string; path: string; title: string; above: readonly string[] }[] =>
  tree.flatMap(({ key, path, title, child }) => [
    ...(path === undefined ? [] : [{ key, path, title, above }]),
    ...listBranches(child, [...above, title]),
  ])
