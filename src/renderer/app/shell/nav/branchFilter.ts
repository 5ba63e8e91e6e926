import type { NavBranch } from '#renderer/ui/page/navigation.ts'

/** A branch that passes the filter; with a hit below it (`leads`), it is rendered unfolded. */
export interface FilteredBranch extends NavBranch {
  leads?: boolean
  child: readonly FilteredBranch[]
}

/** Keeps matching branches and their ancestors. A hit without hits below it keeps all its children. */
export function filterBranches(
  tree: readonly NavBranch[],
  isMatch: (title: string) => boolean,
): { tree: FilteredBranch[]; hits: number } {
  let hits = 0
  const below = (list: readonly NavBranch[]): FilteredBranch[] =>
    list.flatMap((branch) => {
      const isHit = isMatch(branch.title)
      if (isHit) hits += 1
      const children = below(branch.child)
      if (children.length > 0) return [{ ...branch, child: children, leads: true }]
      return isHit ? [branch] : []
    })
  return { tree: below(tree), hits }
}
