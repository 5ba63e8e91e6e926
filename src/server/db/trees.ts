/** A row of a table that is a tree; parent 0: top level. */
export interface TreeRow {
  id: number
  parentId: number
}

/** The rows with these ids and all their descendants. */
export function withDescendants<Row extends TreeRow>(rows: readonly Row[], ids: Iterable<number>): Row[] {
  const wanted = new Set(ids)
  const below = Map.groupBy(rows, (row) => row.parentId)
  const found = new Set(rows.filter((row) => wanted.has(row.id)))
  // Iterating over a Set includes items that are added meanwhile, so the loop reaches all levels.
  for (const row of found) for (const child of below.get(row.id) ?? []) found.add(child)
  return [...found]
}

/** The number of levels from the row down: 1 without children. */
export function treeHeight(rows: readonly TreeRow[], id: number): number {
  const below = Map.groupBy(rows, (row) => row.parentId)
  const levels = (at: number): number =>
    1 + (below.get(at) ?? []).reduce((most, { id }) => Math.max(most, levels(id)), 0)
  return levels(id)
}

/** The row and its ancestors, the row first; empty when it doesn't exist. */
export function withAncestors<Row extends TreeRow>(rows: readonly Row[], id: number): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const line: Row[] = []
  for (let at = byId.get(id); at && line.length <= rows.length; at = byId.get(at.parentId)) line.push(at)
  return line
}
