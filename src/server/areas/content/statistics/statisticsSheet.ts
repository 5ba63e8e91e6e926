import type { Handler } from '#server/http/routes.ts'
import { exportSheet } from '#server/sheets/exportSheet.ts'
import { requireExport } from '#server/sheets/rights.ts'
import type { WriteColumn } from '#server/sheets/writeSheet.ts'
import type { StatisticsRow } from '#shared/contract/content.ts'
import { STATISTICS_COUNTS, statisticsTotal } from '#shared/domain/statistics.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { publishStatistics } from './statistics.ts'

type Numbered = StatisticsRow & { number: number | string }

const WRITTEN: readonly WriteColumn<Numbered>[] = [
  { title: '序号', width: 8, value: ({ number }) => number },
  { title: '角色', width: 20, value: ({ role }) => role },
  { title: '部门', width: 20, value: ({ department }) => department },
  { title: '人员', width: 20, value: ({ person }) => person },
  ...STATISTICS_COUNTS.map(({ key, title }) => ({
    title,
    kind: 'number' as const,
    value: (row: Numbered) => row[key],
  })),
  { title: '合计', kind: 'number', value: ({ sum }) => sum },
]

/** What the screen shows, with the sums as its last row. */
export const statisticsSheet: Handler<'content.statisticsSheet'> = async (ctx, input) => {
  requireExport(ctx, { siteId: 0, menuId: MENU.publishStats })
  const rows = await publishStatistics(ctx, input)
  const counted = rows.map((row, index): Numbered => ({ ...row, number: index + 1 }))
  const total: Numbered = { role: '', department: '', person: '', ...statisticsTotal(counted), number: '合计' }
  const all = [...counted, total]
  return exportSheet(ctx, { name: '发布统计', columns: WRITTEN, rows: all, total: async () => all.length })
}
