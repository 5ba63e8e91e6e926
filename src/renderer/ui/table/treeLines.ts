import type { TreeIndex, TreeNode } from './treeRows.ts'
import type { RowKey } from './types.ts'

/** A line that is not shown: FOLDED - its place in the whole tree. */
export const FOLDED = -2

/** The line that an event came from; -1 for none. */
export const lineOf = (target: EventTarget): number =>
  target instanceof Element ? Number(target.closest<HTMLElement>('[data-index]')?.dataset.index ?? -1) : -1

/** The lines in view, with those that hold the focus or something that is not saved. */
export function linesToDraw<Row>(
  shown: readonly TreeNode<Row>[],
  range: { from: number; to: number },
  current: number,
  unsaved: readonly RowKey[],
): number[] {
  const lines: number[] = []
  for (let line = range.from; line < Math.min(range.to, shown.length); line++) lines.push(line)
  const kept = unsaved.map((key) => shown.findIndex((node) => node.key === key))
  const beside = [current, ...kept].filter((line) => line >= 0 && line < shown.length && !lines.includes(line))
  return beside.length === 0 ? lines : [...new Set([...lines, ...beside])].sort((a, b) => a - b)
}

/** Rows that are folded away with something unsaved in them stay in the page, unseen; their lines are below FOLDED. */
export function foldedLines<Row>(
  { nodes, at }: TreeIndex<Row>,
  shown: readonly TreeNode<Row>[],
  unsaved: readonly RowKey[],
): number[] {
  if (unsaved.length === 0) return []
  const seen = new Set(shown.map((node) => node.key))
  return unsaved.flatMap((key) => {
    const place = at.get(key)
    return place === undefined || seen.has(key) || !nodes[place] ? [] : [FOLDED - place]
  })
}
