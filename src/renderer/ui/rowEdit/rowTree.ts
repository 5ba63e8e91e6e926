/** Id of a new row that is not saved yet. */
export const NEW_ID = -1

/** A row of a tree that is edited in place. */
interface TreeEntry<Row> {
  id: number
  child: readonly Row[]
}

/** The tree with the row appended below the parent, or at the top (parent 0). Other branches keep their identity. */
export function withNew<Row extends TreeEntry<Row>>(tree: readonly Row[], parentId: number, row: Row): readonly Row[] {
  if (parentId === 0) return [...tree, row]
  return tree.map((entry) => {
    if (entry.id === parentId) return { ...entry, child: [...entry.child, row] }
    const child = entry.child.length > 0 ? withNew(entry.child, parentId, row) : entry.child
    return child.every((each, at) => each === entry.child[at]) ? entry : { ...entry, child: [...child] }
  })
}

/** A row with its level (1 at the top) and the number of rows below it. */
export interface IndexedRow<Row> {
  entry: Row
  level: number
  below: number
}

/** All rows by id, in reading order. */
export function indexTree<Row extends TreeEntry<Row>>(tree: readonly Row[]): ReadonlyMap<number, IndexedRow<Row>> {
  const found = new Map<number, IndexedRow<Row>>()
  const walk = (rows: readonly Row[], level: number): number =>
    rows.reduce((sum, entry) => {
      const placed: IndexedRow<Row> = { entry, level, below: 0 }
      found.set(entry.id, placed)
      placed.below = walk(entry.child, level + 1)
      return sum + placed.below + 1
    }, 0)
  walk(tree, 1)
  return found
}
