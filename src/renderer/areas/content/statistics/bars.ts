import type { StatisticsRow } from '#shared/contract/content.ts'
import { type StatisticsCounts, statisticsTotal } from '#shared/domain/statistics.ts'

/** One bar of the chart. */
export interface Bar {
  name: string
  counts: StatisticsCounts
}

/** Maximum number of bars that can be compared at a glance. */
const MAX_BARS = 10

/** The persons with the most entries, largest first; the last bar sums up all others. */
export function createBars(rows: readonly StatisticsRow[]): Bar[] {
  const largest = rows.filter((row) => row.sum > 0).toSorted((a, b) => b.sum - a.sum)
  if (largest.length <= MAX_BARS) return largest.map((row) => ({ name: row.person, counts: row }))
  const rest = largest.slice(MAX_BARS - 1)
  return [
    ...largest.slice(0, MAX_BARS - 1).map((row) => ({ name: row.person, counts: row })),
    { name: `其他 ${rest.length} 人`, counts: statisticsTotal(rest) },
  ]
}
