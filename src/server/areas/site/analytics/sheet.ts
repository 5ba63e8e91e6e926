import type { CallContext } from '#server/http/context.ts'
import type { Reply } from '#server/http/routes.ts'
import { exportSheet } from '#server/sheets/exportSheet.ts'
import { requireExport } from '#server/sheets/rights.ts'
import type { OwnStatistics } from '#shared/contract/analytics.ts'
import { MENU } from '#shared/domain/systemMenus.ts'

/** All parts below each other: what it is counted by, the name, and the two numbers. */
export async function statisticsSheet(ctx: CallContext, statistics: OwnStatistics): Promise<string | Reply<string>> {
  requireExport(ctx, { siteId: 0, menuId: MENU.analytics })
  const parts = [
    ['日期', statistics.days],
    ['小时', statistics.hours],
    ['页面', statistics.pages],
    ['栏目', statistics.columns],
    ['来源', statistics.sources],
    ['设备', statistics.devices],
  ] as const
  const rows = parts.flatMap(([part, lines]) => lines.map((line) => ({ part, ...line })))
  return exportSheet(ctx, {
    name: '本站统计',
    columns: [
      { title: '分类', value: ({ part }) => part },
      { title: '名称', width: 50, value: ({ name }) => name },
      { title: '浏览量', value: ({ pv }) => pv },
      { title: '访客数', value: ({ visitors }) => visitors },
    ],
    rows,
    total: async () => rows.length,
  })
}
