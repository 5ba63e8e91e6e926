/** A·§2: positions of a topic column on the front pages. */
export const COLUMN_POSITIONS = [
  { id: 1, title: '顶部导航' },
  { id: 2, title: '右上角' },
  { id: 3, title: '左侧' },
  { id: 4, title: '热门排行' },
] as const

const ALL: readonly number[] = COLUMN_POSITIONS.map(({ id }) => id)
const MODULE = { topic: 8, topNavigation: 9 }

/**
 * The allowed positions of a column: all for columns with a mark and for module 8, the top navigation for module 9,
 * none for others (A·§2; contradictions.md 48 and 49).
 */
export function offeredPositions({
  identifies,
  moduleId,
}: {
  identifies: string
  moduleId: number
}): readonly number[] {
  if (identifies || moduleId === MODULE.topic) return ALL
  return moduleId === MODULE.topNavigation ? [1] : []
}
