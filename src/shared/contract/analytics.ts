import { z } from 'zod'
import { PERMISSION } from '../domain/permissions.ts'
import { MENU } from '../domain/systemMenus.ts'
import { withAreaTitles, button, cms, menu, mutation, query, site } from './define.ts'
import { byId, id, none, nothing, required } from './fields.ts'
import { defineSheetExport } from './sheet.ts'

const access = menu(MENU.analytics)
/** Changing the source of the figures and the script in every page of a site. */
const manage = button(MENU.analytics, PERMISSION.edit)

/** C·§8: the screen's message when a site's figures are unavailable. */
export const ANALYTICS_UNSET = '当前站点百度统计未设置，请点击右上角设置'

/** Source of a site's figures: Baidu, or this server's own counting. */
const analyticsSource = z.enum(['baidu', 'own'])
export type AnalyticsSource = z.output<typeof analyticsSource>

/** A number from the provider, possibly as text; null for missing values (`--`). */
const figure = z.preprocess(numberOf, z.number().nullable())

function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** C·§3 Analytics result. */
const analyticsFigures = z.object({
  pv_count: figure,
  visitor_count: figure,
  ip_count: figure,
  /** Percent. */
  bounce_ratio: figure,
  /** Seconds. */
  avg_visit_time: figure,
  /** Not shown (contradictions.md 122). */
  trans_count: figure,
})
export type AnalyticsFigures = z.output<typeof analyticsFigures>

/** `yyyy-MM-dd`, optionally followed by a time of day. */
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}:\d{2})?$/, '请选择日期')
/** Maximum number of days in one query. */
export const MAX_ANALYTICS_DAYS = 400

/** A range of days of a site; both ends are included. */
const ownRange = z.object({ siteId: id, start: day, end: day })

const analyticsLine = z.object({ name: z.string(), pv: z.number(), visitors: z.number() })
export type AnalyticsLine = z.output<typeof analyticsLine>

export const ownStatistics = z.object({
  figures: analyticsFigures,
  /** Every day (`yyyy-MM-dd`) of the range, oldest first. */
  days: z.array(analyticsLine),
  /** 0 to 23. */
  hours: z.array(analyticsLine),
  /** The most frequent of each, at most 50. */
  pages: z.array(analyticsLine),
  columns: z.array(analyticsLine),
  sources: z.array(analyticsLine),
  devices: z.array(analyticsLine),
})
export type OwnStatistics = z.output<typeof ownStatistics>

const analyticsState = z.object({
  siteId: z.number(),
  source: analyticsSource,
  /** The server has the keys of a Baidu application. */
  hasKeys: z.boolean(),
  /** Step 1 is complete: the server has a token. */
  isAuthorised: z.boolean(),
  /** Site id of step 2; '' until it is set. */
  baiduSiteId: z.string(),
  /** The pages of the site carry the counting script. */
  isCounting: z.boolean(),
  /** Base URL of the script and the counter for a site on another server; '': the site's own address. */
  countUrl: z.string(),
  /** A super administrator has confirmed `countUrl`: pages load nothing from an unconfirmed address. */
  isCountUrlConfirmed: z.boolean().default(true),
  /** The site's first domain; '' without a domain, in which case nothing is counted. */
  domain: z.string(),
  /** Current date of the server, `yyyy-MM-dd`, which may differ from the viewer's time zone. '': an older server. */
  today: z.string().default(''),
  /** Current UTC offset of the server in minutes, east is positive. */
  utcOffset: z.number().default(0),
})
export type AnalyticsState = z.output<typeof analyticsState>

/** Step 2 of the settings (C·§2): the site's id at the provider. */
export const setBaiduSite = z.object({
  baidu_site_id: required('请填写站点ID', 32, '站点ID').regex(/^\d+$/, '站点ID只有数字，请从百度统计的站点列表中复制'),
  site_id: id,
})
/** Step 1: the code from the provider's authorisation page. */
export const baiduCode = z.object({ code: required('请填写CODE', 512, 'CODE') })
export const setAnalyticsSource = z.object({
  siteId: id,
  source: analyticsSource,
  isCounting: z.boolean(),
  countUrl: z
    .string()
    .trim()
    .max(254, '统计服务地址不能超过 254 个字')
    .regex(/^(?:https?:\/\/[^\s"'<>?#]+)?$/, '统计服务地址应以 https:// 或 http:// 开头，不带参数')
    .default(''),
})

export const analyticsOperations = withAreaTitles({ analytics: '网站统计' })({
  'analytics.getAccessToken': mutation({
    method: 'POST',
    path: cms('baidu-statistics/get-access-token'),
    call: 209,
    title: '百度统计授权',
    access: manage,
    input: baiduCode,
    output: nothing,
    personal: ['code'],
    success: '设置成功',
    stale: ['analytics.state', 'analytics.getData'],
  }),
  /** Address of the provider's authorisation page; the host opens it in the system's browser. */
  'analytics.getCodeUrl': query({
    method: 'POST',
    path: cms('baidu-statistics/get-code-url'),
    call: 210,
    title: '百度统计授权地址',
    access: manage,
    input: none,
    output: z.string(),
  }),
  'analytics.setSiteId': mutation({
    method: 'POST',
    path: cms('baidu-statistics/set-site-id'),
    call: 211,
    title: '设置百度统计站点',
    access: site(manage, 'site_id'),
    input: setBaiduSite,
    output: nothing,
    success: '设置成功',
    stale: ['analytics.state', 'analytics.getData'],
  }),
  /** `time` names the quick range, for servers that compute the dates from it; our server uses the dates. */
  'analytics.getData': query({
    method: 'POST',
    path: cms('baidu-statistics/get-data'),
    call: 212,
    title: '网站统计',
    access: site(access, 'site_id'),
    slow: true,
    input: z.object({ time: z.string().max(20).default(''), site_id: id, start_date: day, end_date: day }),
    output: analyticsFigures,
  }),
  /** Ours: the settings of a site, without keys and tokens. */
  'analytics.state': query({
    method: 'GET',
    path: cms('analytics/state/{id}'),
    title: '网站统计设置',
    access: site(access, 'id'),
    input: byId,
    output: analyticsState,
  }),
  /** Only super administrators may set a `countUrl` that is new or unconfirmed; anybody with access may clear it. */
  'analytics.setSource': mutation({
    method: 'POST',
    path: cms('analytics/setSource'),
    title: '设置网站统计方式',
    access: site(manage, 'siteId'),
    input: setAnalyticsSource,
    output: nothing,
    success: '设置成功',
    stale: ['analytics.state', 'analytics.own'],
  }),
  /** Ours: the figures that the server itself counted. */
  'analytics.own': query({
    method: 'POST',
    path: cms('analytics/own'),
    title: '本站统计',
    access: site(access, 'siteId'),
    input: ownRange,
    output: ownStatistics,
  }),
  'analytics.sheet': defineSheetExport({
    path: cms('analytics/outputData'),
    title: '导出本站统计',
    access: site(access, 'siteId'),
    input: ownRange,
  }),
})
