import type { Column } from '#shared/contract/column.ts'

const names = (column: Column): string => `${column.title}\n${column.enTitle}`.toLowerCase()

/**
 * Columns whose name contains the text, with their ancestors; the same tree without a text. A column whose descendants all
 * match stays the same object, so that its row does not render again.
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
