/** A row of the compared tables, like a column of a site. */
export interface BenchRow {
  id: number
  title: string
  tag: string
  sort: number
  hits: number
  shown: boolean
  front: boolean
  level: number
  child: BenchRow[]
}

/** Children of a row on each level: 10, 100, 900 and 8,990 rows make 10,000. */
const WIDTHS = [10, 10, 9, 10]

/** Creates a tree of four levels with this number of rows. */
export function benchTree(count: number): BenchRow[] {
  let lastId = 0
  const below = (level: number): BenchRow[] => {
    const rows: BenchRow[] = []
    for (let i = 0; i < (WIDTHS[level] ?? 0) && lastId < count; i++) {
      const id = ++lastId
      const own = {
        id,
        title: `栏目 ${id} 新闻与公告`,
        tag: id % 3 ? '列表' : '单页',
        sort: id,
        hits: (id * 7919) % 10_000,
      }
      rows.push({ ...own, shown: id % 4 > 0, front: id % 5 === 0, level: level + 1, child: below(level + 1) })
    }
    return rows
  }
  return below(0)
}

/** All rows, each before its descendants. */
export const flatRows = (rows: readonly BenchRow[]): BenchRow[] => rows.flatMap((row) => [row, ...flatRows(row.child)])
