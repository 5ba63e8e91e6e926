import type { NavBranch } from '#renderer/ui/page/navigation.ts'

/** A branch that the filter leaves in; `leads` to a hit below it, so that it is drawn unfolded. */
export interface FilteredBranch extends NavBranch {
  leads?: boolean
  child: readonly FilteredBranch[]
}

/** The branches that are meant, and those above them; below a hit that has none of its own stays all that it holds. */
export function filterBranches(
  tree: readonly NavBranch[],
  isMeant: (title: string) => boolean,
): { tree: FilteredBranch[]; hits: number } {
  let hits = 0
  const below = (list: readonly NavBranch[]): FilteredBranch[] =>
    list.flatMap((branch) => {
      const meant = isMeant(branch.title)
      if (meant) hits += 1
      const children = below(branch.child)
      if (children.length > 0) return [{ ...branch, child: children, leads: true }]
      return meant ? [branch] : []
    })
  return { tree: below(tree), hits }
}
