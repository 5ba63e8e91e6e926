import type { TreeIndex, TreeNode } from './treeRows.ts'
import type { RowKey } from './types.ts'

/** Index of an unseen line: FOLDED minus its position in the whole tree. */
export const FOLDED = -2

/** The line of an event's target; -1 for none. */
export const lineOf = (target: EventTarget): number =>
  target instanceof Element ? Number(target.closest<HTMLElement>('[data-index]')?.dataset.index ?? -1) : -1

/** The lines to render: those in view, and those with the focus or unsaved work. */
export function linesToDraw<Row>(
  shown: readonly TreeNode<Row>[],
  range: { from: number; to: number },
  current: number,
  unsaved: readonly RowKey[],
): number[] {
  const lines: number[] = []
  for (let line = range.from; line < Math.min(range.to, shown.length); line++) lines.push(line)
  const unsavedLines = unsaved.map((key) => shown.findIndex((node) => node.key === key))
  const beside = [current, ...unsavedLines].filter((line) => line >= 0 && line < shown.length && !lines.includes(line))
  return beside.length === 0 ? lines : [...new Set([...lines, ...beside])].sort((a, b) => a - b)
}

/** Folded rows with unsaved work: they stay in the DOM, hidden; their lines are below FOLDED. */
export function foldedLines<Row>(
  { nodes, at }: TreeIndex<Row>,
  shown: readonly TreeNode<Row>[],
  unsaved: readonly RowKey[],
): number[] {
  if (unsaved.length === 0) return []
  const seen = new Set(shown.map((node) => node.key))
  return unsaved.flatMap((key) => {
    const index = at.get(key)
    return index === undefined || seen.has(key) || !nodes[index] ? [] : [FOLDED - index]
  })
}
