import type { Column } from '#shared/contract/column.ts'

const names = (column: Column): string => `${column.title}\n${column.enTitle}`.toLowerCase()

/**
 * The columns whose name contains the text, and those above them; the same tree when there is no text. A column that
 * keeps all below it stays the same object, so that its row needs no new drawing.
 */
export function filterTree(tree: readonly Column[], text: string): readonly Column[] {
  const wanted = text.trim().toLowerCase()
  if (!wanted) return tree
  const filterNodes = (nodes: readonly Column[]): Column[] =>
    nodes.flatMap((node) => {
      const child = filterNodes(node.child)
      if (child.length === 0 && !names(node).includes(wanted)) return []
      const whole = child.length === node.child.length && child.every((each, at) => each === node.child[at])
      return [whole ? node : { ...node, child }]
    })
  return filterNodes(tree)
}
