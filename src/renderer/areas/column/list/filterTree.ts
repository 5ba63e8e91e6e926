import type { Column } from '#shared/contract/column.ts'

const searchTextOf = (column: Column): string => `${column.title}\n${column.enTitle}`.toLowerCase()

/**
 * Columns whose name contains the text, with their ancestors; the same tree without a text. A column whose descendants all
 * match stays the same object, so that its row does not render again.
 */
export function filterTree(tree: readonly Column[], text: string): readonly Column[] {
  const query = text.trim().toLowerCase()
  if (!query) return tree
  const filterNodes = (nodes: readonly Column[]): Column[] =>
    nodes.flatMap((node) => {
      const child = filterNodes(node.child)
      if (child.length === 0 && !searchTextOf(node).includes(query)) return []
      const isUnchanged = child.length === node.child.length && child.every((each, at) => each === node.child[at])
      return [isUnchanged ? node : { ...node, child }]
    })
  return filterNodes(tree)
}
