import type { TreeIndex, TreeNode } from './treeRows.ts'
import type { RowKey } from './types.ts'

export type Tick = boolean | 'mixed'

/** The state of each row's checkbox: ticked, or mixed when only some descendants are (with `cascade`). */
export function tickStates<Row>(
  { nodes, at }: TreeIndex<Row>,
  keys: ReadonlySet<RowKey>,
  cascade: boolean,
): (key: RowKey) => Tick {
  if (!cascade) return (key) => keys.has(key)
  const some = new Uint8Array(nodes.length)
  for (let i = nodes.length - 1; i >= 0; i--) {
    const node = nodes[i] as TreeNode<Row>
    if (keys.has(node.key)) some[i] = 1
    if (some[i] === 1 && node.parent >= 0) some[node.parent] = 1
  }
  return (key) => keys.has(key) || (some[at.get(key) ?? -1] === 1 ? 'mixed' : false)
}

/**
 * The selection after a click on a row's checkbox. With `cascade` the rows below follow, and a row above is ticked
 * exactly when all its children are.
 */
export function toggleTick<Row>(
  { nodes, at }: TreeIndex<Row>,
  keys: ReadonlySet<RowKey>,
  key: RowKey,
  cascade: boolean,
): ReadonlySet<RowKey> {
  const next = new Set(keys)
  const on = !keys.has(key)
  const index = at.get(key)
  const setTicked = (each: RowKey, ticked: boolean): unknown => (ticked ? next.add(each) : next.delete(each))
  if (!cascade || index === undefined) {
    setTicked(key, on)
    return next
  }
  for (let i = index; i < (nodes[index]?.end ?? 0); i++) {
    const node = nodes[i] as TreeNode<Row>
    if (!node.waits) setTicked(node.key, on)
  }
  for (let up = nodes[index]?.parent ?? -1; up >= 0; up = nodes[up]?.parent ?? -1) {
    const above = nodes[up] as TreeNode<Row>
    setTicked(
      above.key,
      childrenAt(nodes, up).every((child) => next.has(child.key)),
    )
  }
  return next
}

function childrenAt<Row>(nodes: readonly TreeNode<Row>[], index: number): TreeNode<Row>[] {
  const children: TreeNode<Row>[] = []
  const end = nodes[index]?.end ?? 0
  for (let i = index + 1; i < end;) {
    const child = nodes[i] as TreeNode<Row>
    children.push(child)
    i = child.end
  }
  return children
}

/** Every row of the tree, for 全选. */
export const allKeys = <Row>({ nodes }: TreeIndex<Row>): RowKey[] =>
  nodes.filter((node) => !node.waits).map((node) => node.key)
