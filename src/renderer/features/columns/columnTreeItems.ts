import type { Column } from '#shared/contract/column.ts'

/** A column as an option; id 0 is the top level. */
export interface ColumnItem {
  id: number
  title: string
  /** false: only its descendants can be chosen. */
  fits: boolean
  child: readonly ColumnItem[]
}

interface Filter {
  /** Only columns whose title contains this text, and their ancestors. */
  search?: string
  /** true: neither the column nor its descendants can be chosen. */
  exclude?: ((column: Column) => boolean) | undefined
  /** false: only descendants of the column can be chosen; without any to choose it is left out. */
  fits?: ((column: Column) => boolean) | undefined
}

/** The columns that can be chosen. */
export function columnItems(
  columns: readonly Column[],
  { search = '', exclude, fits = () => true }: Filter = {},
): ColumnItem[] {
  const query = search.trim().toLowerCase()
  const below = (list: readonly Column[]): ColumnItem[] =>
    list.flatMap((column) => {
      if (exclude?.(column)) return []
      const child = below(column.child)
      const fit = fits(column)
      const found = child.length > 0 || (fit && column.title.toLowerCase().includes(query))
      return found ? [{ id: column.id, title: column.title, fits: fit, child }] : []
    })
  return below(columns)
}

/** The columns from the root down to this one; empty when it isn't in the tree. */
export function columnTrail(columns: readonly Column[], id: number): Column[] {
  for (const column of columns) {
    if (column.id === id) return [column]
    const rest = columnTrail(column.child, id)
    if (rest.length > 0) return [column, ...rest]
  }
  return []
}

/** The columns of a tree by id. */
export function indexTree(tree: readonly Column[]): ReadonlyMap<number, Column> {
  const found = new Map<number, Column>()
  const walk = (nodes: readonly Column[]): void => {
    for (const node of nodes) {
      found.set(node.id, node)
      walk(node.child)
    }
  }
  walk(tree)
  return found
}

/** The number of columns below these, not counting these. */
export const countBelow = (columns: readonly Column[]): number =>
  indexTree(columns).size - new Set(columns.map((column) => column.id)).size
