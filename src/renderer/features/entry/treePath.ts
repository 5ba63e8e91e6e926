import type { Classify } from '#shared/contract/classify.ts'

/** The titles along a path of ids in a tree; a missing entry is shown by its id. */
export function pathTitles(tree: readonly Classify[], ids: readonly string[]): string[] {
  const [first, ...rest] = ids
  if (first === undefined) return []
  const here = tree.find(({ id }) => String(id) === first)
  return [here?.title ?? `编号 ${first}`, ...pathTitles(here?.child ?? [], rest)]
}
