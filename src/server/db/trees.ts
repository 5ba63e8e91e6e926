/** A row of a table whose rows stand below each other; parent 0: above all. */
export interface TreeRow {
  id: number
  parentId: number
}

/** The rows of these ids and all below them. */
export function withBelow<Row extends TreeRow>(rows: readonly Row[], ids: Iterable<number>): Row[] {
  const wanted = new Set(ids)
  const below = Map.groupBy(rows, (row) => row.parentId)
  const found = new Set(rows.filter((row) => wanted.has(row.id)))
  // Iterating over a Set includes what is added meanwhile, so this reaches all levels.
  for (const row of found) for (const child of below.get(row.id) ?? []) found.add(child)
  return [...found]
}

/** The row's own number of levels: 1 without children. */
export function height(rows: readonly TreeRow[], id: number): number {
  const below = Map.groupBy(rows, (row) => row.parentId)
  const levels = (at: number): number =>
    1 + (below.get(at) ?? []).reduce((most, { id }) => Math.max(most, levels(id)), 0)
  return levels(id)
}

/** The row and those above it, itself first; empty when it isn't there. */
export function lineTo<Row extends TreeRow>(rows: readonly Row[], id: number): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const line: Row[] = []
  for (let at = byId.get(id); at && line.length <= rows.length; at = byId.get(at.parentId)) line.push(at)
  return line
}
