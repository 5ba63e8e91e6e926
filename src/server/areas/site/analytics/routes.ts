import { PreparedHandler, type Reply, type Routes } from '#server/http/routes.ts'
import { requireActiveSites } from '#server/siteAccess.ts'
import type { CallContext } from '#server/http/context.ts'
import { MAX_ANALYTICS_DAYS, type OwnStatistics } from '#shared/contract/analytics.ts'
import { DAY_MS, formatDateTime } from '#shared/util/dates.ts'
import { isSuper } from '#shared/domain/permissions.ts'
import { fieldError } from '#shared/errors/index.ts'
import { createAuthorizationUrl, fetchTokens } from './baidu.ts'
import { readOwnStatistics } from './own.ts'
import { readBaiduFigures, requireBaiduOptions, saveTokens, findTokenRow } from './tokens.ts'
import { exportSheet } from '#server/sheets/exportSheet.ts'
import { requireExport } from '#server/sheets/rights.ts'
import { MENU } from '#shared/domain/systemMenus.ts'

/** Exports all statistics as one sheet: category, name and the two counts. */
async function exportStatistics(ctx: CallContext, statistics: OwnStatistics): Promise<string | Reply<string>> {
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

/** Parses a range of days, `yyyy-MM-dd`. @throws AppError `invalid` for an end before the start, or too many days */
function parseRange(start: string, end: string, field: string): { start: string; end: string } {
  const [from, to] = [start.slice(0, 10), end.slice(0, 10)]
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS
  if (!(days >= 0)) throw fieldError('invalid', field, '结束日期不能早于开始日期')
  if (days >= MAX_ANALYTICS_DAYS)
    throw fieldError('invalid', field, `一次最多查看 ${MAX_ANALYTICS_DAYS} 天，请缩短日期范围`)
  return { start: from, end: to }
}

async function saveSiteSettings(
  { db }: CallContext,
  siteId: number,
  values: {
    source?: 'baidu' | 'own'
    baiduSiteId?: string
    isCounting?: 0 | 1
    countUrl?: string
    confirmedUrl?: string
  },
): Promise<null> {
  await db
    .insertInto('analytics_site')
    .values({ siteId, ...values })
    .onConflict((conflict) => conflict.column('siteId').doUpdateSet(values))
    .execute()
  return null
}

/**
 * Checks the address from which pages load the counting script. It decides what runs on every page, so only super
 * administrators may set a new one; an unchanged address keeps its confirmation state.
 * @throws AppError `forbidden`
 */
async function checkScriptAddress(ctx: CallContext, siteId: number, countUrl: string) {
  if (countUrl === '' || isSuper(ctx.requireSignedIn().authority)) return { countUrl, confirmedUrl: countUrl }
  const row = await ctx.db
    .selectFrom('analytics_site')
    .select('countUrl')
    .where('siteId', '=', siteId)
    .executeTakeFirst()
  if (row?.countUrl === countUrl) return {}
  throw fieldError('forbidden', 'countUrl', '只有超级管理员可以设置统计服务地址，请留空，或联系超级管理员设置')
}

export const routes: Routes<'analytics'> = {
  'analytics.getCodeUrl': async ({ deps }) => createAuthorizationUrl(requireBaiduOptions(deps)),

  'analytics.getAccessToken': new PreparedHandler(async ({ deps }, { code }) => {
    const tokens = await fetchTokens(requireBaiduOptions(deps), { code })
    return async ({ db }) => {
      await saveTokens(deps, db, tokens)
      return null
    }
  }),

  'analytics.setSiteId': async (ctx, { baidu_site_id: baiduSiteId, site_id: siteId }) => {
    await requireActiveSites(ctx, [siteId])
    return saveSiteSettings(ctx, siteId, { baiduSiteId, source: 'baidu' })
  },

  'analytics.getData': async (ctx, { site_id: siteId, start_date, end_date }) => {
    await requireActiveSites(ctx, [siteId])
    return readBaiduFigures(ctx.deps, { siteId, ...parseRange(start_date, end_date, 'start_date') })
  },

  'analytics.state': async (ctx, { id: siteId }) => {
    await requireActiveSites(ctx, [siteId])
    const row = await ctx.db.selectFrom('analytics_site').selectAll().where('siteId', '=', siteId).executeTakeFirst()
    const now = ctx.clock.now()
    const site = await ctx.db.selectFrom('site').select('domain').where('id', '=', siteId).executeTakeFirstOrThrow()
    return {
      siteId,
      source: row?.source ?? 'baidu',
      hasKeys: ctx.deps.baidu !== undefined,
      isAuthorised: (await findTokenRow(ctx.db)) !== undefined,
      baiduSiteId: row?.baiduSiteId ?? '',
      isCounting: row?.isCounting === 1,
      countUrl: row?.countUrl ?? '',
      isCountUrlConfirmed: row?.countUrl === row?.confirmedUrl,
      domain: site.domain.split(',')[0]?.trim() ?? '',
      today: formatDateTime(now).slice(0, 10),
      utcOffset: -now.getTimezoneOffset(),
    }
  },

  'analytics.setSource': async (ctx, { siteId, source, isCounting, countUrl }) => {
    await requireActiveSites(ctx, [siteId])
    const values = { source, isCounting: isCounting ? (1 as const) : (0 as const) }
    return saveSiteSettings(ctx, siteId, {
      ...values,
      ...(await checkScriptAddress(ctx, siteId, countUrl.replace(/\/+$/, ''))),
    })
  },

  'analytics.own': async (ctx, { siteId, start, end }) => {
    await requireActiveSites(ctx, [siteId])
    return readOwnStatistics(ctx.db, { siteId, ...parseRange(start, end, 'start') })
  },

  'analytics.sheet': async (ctx, { siteId, start, end }) => {
    await requireActiveSites(ctx, [siteId])
    return exportStatistics(ctx, await readOwnStatistics(ctx.db, { siteId, ...parseRange(start, end, 'start') }))
  },
}
