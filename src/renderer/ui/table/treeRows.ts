import type { RowKey } from './types.ts'

/** A line of a tree in depth-first order (each row before those below it). */
export interface TreeNode<Row> {
  /** For a waiting line: the row whose children are loading. */
  row: Row
  key: RowKey
  /** 1 for the roots. */
  level: number
  /** Index of the parent in the list; -1 for the roots. */
  parent: number
  /** Position among its siblings, from 1, and their number. */
  position: number
  siblings: number
  /** Index after its last descendant. */
  end: number
  canOpen: boolean
  /** Whether the line is a placeholder for children that are not loaded. */
  waits: boolean
}

/** How a tree of rows is read. Pure functions of the row. */
export interface TreeShape<Row> {
  rowKey: (row: Row) => RowKey
  childrenOf: (row: Row) => readonly Row[]
  /** Whether the row has children that `childrenOf` does not return yet. */
  waits?: ((row: Row) => boolean) | undefined
}

export interface TreeIndex<Row> {
  nodes: readonly TreeNode<Row>[]
  /** Index of a row in `nodes`. */
  at: ReadonlyMap<RowKey, number>
}

/** Lists a whole tree once, expanded or not: O(rows). */
export function listTree<Row>(roots: readonly Row[], shape: TreeShape<Row>): TreeIndex<Row> {
  const nodes: TreeNode<Row>[] = []
  const at = new Map<RowKey, number>()

  const add = (rows: readonly Row[], parent: number, level: number): void => {
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] as Row
      const key = shape.rowKey(row)
      const below = shape.childrenOf(row)
      const waits = below.length === 0 && (shape.waits?.(row) ?? false)
      const index = nodes.length
      const line = { row, level, parent, position: i + 1, siblings: rows.length, waits: false }
      const node: TreeNode<Row> = { ...line, key, end: 0, canOpen: waits || below.length > 0 }
      nodes.push(node)
      at.set(key, index)
      if (waits) nodes.push(waitingLine(node, index))
      else if (below.length > 0) add(below, index, level + 1)
      node.end = nodes.length
    }
  }
  add(roots, -1, 1)
  return { nodes, at }
}

const waitingLine = <Row>(above: TreeNode<Row>, parent: number): TreeNode<Row> => ({
  row: above.row,
  key: `below ${above.key}`,
  level: above.level + 1,
  parent,
  position: 1,
  siblings: 1,
  end: parent + 2,
  canOpen: false,
  waits: true,
})

/** The visible lines: O(visible lines). */
export function shownNodes<Row>(
  nodes: readonly TreeNode<Row>[],
  isExpanded: (key: RowKey) => boolean,
): readonly TreeNode<Row>[] {
  const shown: TreeNode<Row>[] = []
  for (let i = 0; i < nodes.length;) {
    const node = nodes[i] as TreeNode<Row>
    shown.push(node)
    i = node.canOpen && !isExpanded(node.key) ? node.end : i + 1
  }
  return shown
}

/** The parent of a visible line; -1 for the roots. */
export function shownParent<Row>(shown: readonly TreeNode<Row>[], index: number): number {
  const level = shown[index]?.level ?? 0
  for (let i = index - 1; i >= 0; i--) if ((shown[i]?.level ?? 0) < level) return i
  return -1
}
