import { z } from 'zod'
import { PERMISSION } from '../domain/permissions.ts'
import { MENU } from '../domain/systemMenus.ts'
import { areas, button, cms, menu, mutation, query, site } from './define.ts'
import { byId, id, none, nothing, required } from './fields.ts'
import { sheetExport } from './sheet.ts'

const access = menu(MENU.analytics)
/** Where the figures come from, and what every page of a site loads. */
const manage = button(MENU.analytics, PERMISSION.edit)

/** C·§8: what the screen says when a site's figures can't be had. */
export const ANALYTICS_UNSET = '当前站点百度统计未设置，请点击右上角设置'

/** Where the figures of a site come from: Baidu, or this server's own counting. */
const analyticsSource = z.enum(['baidu', 'own'])
export type AnalyticsSource = z.output<typeof analyticsSource>

/** A number of the provider's, which may come as text; null for what it has none of (`--`). */
const figure = z.preprocess(numberOf, z.number().nullable())

function numberOf(given: unknown): number | null {
  const number = typeof given === 'string' && given.trim() !== '' ? Number(given) : given
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

/** `yyyy-MM-dd`, with a time of day behind it or without. */
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}:\d{2})?$/, '请选择日期')
/** Most days of one question: more is nothing that a person looks at. */
export const ANALYTICS_DAYS = 400

/** A range of days, both included, of a site. */
const ownRange = z.object({ siteId: id, start: day, end: day })

const analyticsLine = z.object({ name: z.string(), pv: z.number(), visitors: z.number() })
export type AnalyticsLine = z.output<typeof analyticsLine>

export const ownStatistics = z.object({
  figures: analyticsFigures,
  /** Every day of the range, oldest first: `yyyy-MM-dd`. */
  days: z.array(analyticsLine),
  /** 0 to 23. */
  hours: z.array(analyticsLine),
  /** The most of each, at most 50. */
  pages: z.array(analyticsLine),
  columns: z.array(analyticsLine),
  sources: z.array(analyticsLine),
  devices: z.array(analyticsLine),
})
export type OwnStatistics = z.output<typeof ownStatistics>

const analyticsState = z.object({
  siteId: z.number(),
  source: analyticsSource,
  /** The server was given the keys of a Baidu application. */
  hasKeys: z.boolean(),
  /** Step 1 has been done: there is a token. */
  isAuthorised: z.boolean(),
  /** Step 2; '' while it is not done. */
  baiduSiteId: z.string(),
  /** The pages of the site carry the counting script. */
  isCounting: z.boolean(),
  /** Where the script and the counting lie, for a site on another server; '' : the site's own address. */
  countUrl: z.string(),
  /** A super administrator has agreed to `countUrl`: pages load nothing from an address that none has agreed to. */
  isCountUrlConfirmed: z.boolean().default(true),
  /** The site's first domain; '' while it has none, and nothing can be counted. */
  domain: z.string(),
  /** The day by which the server counts now, `yyyy-MM-dd`: people look at it from other time zones. '': an older server. */
  today: z.string().default(''),
  /** The server's distance from UTC now, minutes, east is positive. */
  utcOffset: z.number().default(0),
})
export type AnalyticsState = z.output<typeof analyticsState>

/** Step 2 of the settings (C·§2): the site's id at the provider. */
export const setBaiduSite = z.object({
  baidu_site_id: required('请填写站点ID', 32, '站点ID').regex(/^\d+$/, '站点ID只有数字，请从百度统计的站点列表中复制'),
  site_id: id,
})
/** Step 1: the code of the provider's authorisation page. */
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

export const analyticsOperations = areas({ analytics: '网站统计' })({
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
  /** The provider's page of authorisation; the host opens it in the system's browser. */
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
  /** `time` names the quick range for servers that work it out themselves; ours goes by the dates. */
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
  /** Ours: what is set for a site. Never a key or a token. */
  'analytics.state': query({
    method: 'GET',
    path: cms('analytics/state/{id}'),
    title: '网站统计设置',
    access: site(access, 'id'),
    input: byId,
    output: analyticsState,
  }),
  /** A `countUrl` that differs from the present one, or is not confirmed, is for super administrators alone; '' is for all. */
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
  /** Ours: what the server itself counted. */
  'analytics.own': query({
    method: 'POST',
    path: cms('analytics/own'),
    title: '本站统计',
    access: site(access, 'siteId'),
    input: ownRange,
    output: ownStatistics,
  }),
  'analytics.sheet': sheetExport({
    path: cms('analytics/outputData'),
    title: '导出本站统计',
    access: site(access, 'siteId'),
    input: ownRange,
  }),
})
