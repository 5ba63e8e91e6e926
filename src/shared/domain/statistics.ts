/** The counts of the publish statistics, in the order of B·§2. */
export const STATISTICS_COUNTS = [
  { key: 'publishedCount', title: '已发布' },
  { key: 'toBePublishedCount', title: '待发布' },
  { key: 'recycleBinCount', title: '回收站' },
  { key: 'draftBoxCount', title: '草稿箱' },
] as const
export type StatisticsCount = (typeof STATISTICS_COUNTS)[number]['key']

/** The counts of one row, with their sum. */
export type StatisticsCounts = Record<StatisticsCount | 'sum', number>

/** The totals of all rows. */
export function statisticsTotal(rows: readonly StatisticsCounts[]): StatisticsCounts {
  const all = (key: keyof StatisticsCounts): number => rows.reduce((total, row) => total + row[key], 0)
  return {
    publishedCount: all('publishedCount'),
    toBePublishedCount: all('toBePublishedCount'),
    recycleBinCount: all('recycleBinCount'),
    draftBoxCount: all('draftBoxCount'),
    sum: all('sum'),
  }
}
