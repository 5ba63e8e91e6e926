import { COLUMN_TYPE, manageUrlOf } from '#shared/domain/columnType.ts'
import { contentRefusal } from '#shared/domain/contentAccess.ts'
import type { Authority } from '#shared/domain/permissions.ts'
import type { NavBranch, NavGroup } from '#renderer/ui/page/navigation.ts'

/** All columns of a tree. */
export const flat = (tree: readonly NavBranch[]): NavBranch[] =>
  tree.flatMap((branch) => [branch, ...flat(branch.child)])

/** A column in which the account can begin an entry. */
interface EntryColumn {
  path: string
  title: string
}

/**
 * Columns with lists in which the account may add, those of `lately` first.
 * @param lately addresses that the account worked at, the last one first
 */
export function entryColumns(
  groups: readonly NavGroup[],
  who: Authority,
  siteId: number,
  lately: readonly string[],
): EntryColumn[] {
  const used = lately.map((address) => address.split('?')[0])
  const rank = ({ path }: EntryColumn): number => {
    const at = used.indexOf(path)
    return at < 0 ? used.length : at
  }
  return groups
    .flatMap(({ tree = [] }) => flat(tree))
    .flatMap(({ key, path, title }) => {
      const id = Number(key)
      if (path === undefined || path !== manageUrlOf(COLUMN_TYPE.list, id)) return []
      return contentRefusal(who, { id, siteId, title }, 'add') === null ? [{ path, title }] : []
    })
    .toSorted((a, b) => rank(a) - rank(b))
}
