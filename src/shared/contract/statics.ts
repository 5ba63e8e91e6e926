import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { cms, heldColumn, menu, mutation, query, site } from './define.ts'
import { byId, dateTime, id, ids, nothing, unshown } from './fields.ts'
import { jobRef } from './job.ts'

const access = menu(MENU.staticPages)

/** What is wrong with a page: `line` counts from 1 in `file` of the template; 0 and '' when it is not about a file. */
export const staticProblem = z.object({ page: z.string(), file: z.string(), line: z.number(), message: z.string() })

/** How a build went. */
export const staticReport = z.object({
  /** Pages that the site has now. */
  pages: z.number(),
  /** Files that are new or other than before. */
  written: z.number(),
  removed: z.number(),
  durationMs: z.number(),
  problems: z.array(staticProblem),
})
export type StaticReport = z.output<typeof staticReport>

/** A path of the server below which the built site can be looked at without its domain: `site/<symbol>/`. */
export const SITE_PAGES = 'site'

export const staticsOperations = {
  /** All static pages of the site (contradictions.md 37); done by a job. */
  'statics.cleanAllHTML': mutation({
    method: 'GET',
    path: cms('statics/cleanAllHTML/{id}'),
    call: 67,
    title: '清除静态页面',
    access: site(access, 'id'),
    input: byId,
    output: unshown(jobRef),
    success: '清除成功',
    stale: ['statics.state'],
  }),
  /** The pages of the ticked columns; done by a job. */
  'statics.buildHTML': mutation({
    method: 'POST',
    path: cms('statics/buildHTML'),
    call: 68,
    title: '生成静态页面',
    access: heldColumn('read', 'menuIds[]', site(access, 'siteId')),
    input: z.object({ siteId: id, menuIds: ids('请选择数据') }),
    output: unshown(jobRef),
    success: '操作成功',
    stale: ['statics.state'],
  }),
  /** What is built of a site, and how it can be looked at. */
  'statics.state': query({
    method: 'GET',
    path: cms('statics/state/{id}'),
    title: '静态页面状态',
    access: site(access, 'id'),
    background: true,
    input: byId,
    output: z.object({
      siteId: z.number(),
      isAuto: z.boolean(),
      /** '' while nothing is built. */
      buildDate: dateTime.or(z.literal('')),
      /** Entries whose pages are older than they are. */
      waiting: z.number(),
      report: staticReport.nullable(),
    }),
  }),
  /** Whether changes of what pages show build them by themselves. */
  'statics.setAuto': mutation({
    method: 'POST',
    path: cms('statics/setAuto'),
    title: '设置自动生成',
    access: site(access, 'id'),
    input: z.object({ id, isAuto: z.boolean() }),
    output: nothing,
    success: '设置成功',
    stale: ['statics.state'],
  }),
  /** Where a built site is to be looked at; for everybody who may work in it. */
  'statics.address': query({
    method: 'GET',
    path: cms('statics/address/{id}'),
    title: '网站地址',
    access: site(menu(MENU.siteList), 'id'),
    input: byId,
    output: z.object({
      /** Of this server, whole. */
      url: z.string(),
      /** On its first domain; '' when it has none. */
      domainUrl: z.string(),
      isBuilt: z.boolean(),
      isStatus: z.boolean(),
    }),
  }),
}
