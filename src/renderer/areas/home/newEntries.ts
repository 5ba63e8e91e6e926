import { COLUMN_TYPE, manageUrlOf } from '#shared/domain/columnType.ts'
import { contentRefusal } from '#shared/domain/contentAccess.ts'
import type { Authority } from '#shared/domain/permissions.ts'
import type { NavBranch, NavGroup } from '#renderer/ui/page/navigation.ts'

/** All columns of a tree, parents before their children. */
export const flattenBranches = (tree: readonly NavBranch[]): NavBranch[] =>
  tree.flatMap((branch) => [branch, ...flattenBranches(branch.child)])

/** A column to which the account can add entries. */
interface EntryColumn {
  path: string
  title: string
}

/**
 * List columns to which the account may add entries; recently visited columns come first.
 * @param recentAddresses addresses that the account worked at, newest first
 */
export function findEntryColumns(
  groups: readonly NavGroup[],
  who: Authority,
  siteId: number,
  recentAddresses: readonly string[],
): EntryColumn[] {
  const recentPaths = recentAddresses.map((address) => address.split('?')[0])
  const rank = ({ path }: EntryColumn): number => {
    const at = recentPaths.indexOf(path)
    return at < 0 ? recentPaths.length : at
  }
  return groups
    .flatMap(({ tree = [] }) => flattenBranches(tree))
    .flatMap(({ key, path, title }) => {
      const id = Number(key)
      if (path === undefined || path !== manageUrlOf(COLUMN_TYPE.list, id)) return []
      return contentRefusal(who, { id, siteId, title }, 'add') === null ? [{ path, title }] : []
    })
    .toSorted((a, b) => rank(a) - rank(b))
}
