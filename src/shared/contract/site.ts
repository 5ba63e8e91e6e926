import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { cms, query, session } from './define.ts'
import { byId, paged, paging } from './fields.ts'

/** A·§3 Site. manageType: 1201 unified, 1202 independent. */
export const site = z.object({
  id: z.number(),
  title: z.string(),
  symbol: z.string(),
  note: z.string(),
  manageType: z.number(),
  templateId: z.number(),
  isStatus: z.boolean(),
  sort: z.number(),
  createDate: z.string(),
  javascript: z.string(),
  icp: z.string(),
  copyright: z.string(),
  policeIcp: z.string(),
  eduIcp: z.string(),
  grayscale: z.boolean(),
  /** Comma-separated host names. */
  domain: z.string(),
  seoTitle: z.string(),
  seoKeywords: z.string(),
  seoDescription: z.string(),
})
export type Site = z.output<typeof site>

/** The menus whose screens read single sites. */
const siteMenus = [
  MENU.siteList,
  MENU.siteInfo,
  MENU.domains,
  MENU.seo,
  MENU.siteSettings,
  MENU.thirdPartyCode,
  MENU.staticPages,
  MENU.columns,
  MENU.channels,
  MENU.templates,
  MENU.templateSites,
] as const

export const siteOperations = {
  'site.page': query({
    method: 'POST',
    path: cms('site-manage/page'),
    call: 15,
    title: '站点列表',
    /** Every site selector uses it; the answer holds only the sites of the caller's role. */
    access: session,
    input: paging({}),
    output: paged(site),
  }),
  'site.findById': query({
    method: 'GET',
    path: cms('site-manage/findById/{id}'),
    call: 16,
    title: '站点详情',
    access: { kind: 'menu', menus: siteMenus },
    input: byId,
    output: site,
  }),
}
