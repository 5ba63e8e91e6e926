import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { withAreaTitles, cms, grantedColumn, menu, mutation, query, site } from './define.ts'
import { byId, dateTime, flag, id, ids, nothing, timeOfDay, undocumentedOutput, within } from './fields.ts'
import { jobRef } from './job.ts'

const access = menu(MENU.staticPages)

/** A problem of a page: `line` counts from 1 in the template's `file`; 0 and '' if it concerns no file. */
const staticProblem = z.object({ page: z.string(), file: z.string(), line: z.number(), message: z.string() })

/** Result of a build. */
export const staticReport = z.object({
  /** Number of pages after the build. */
  pages: z.number(),
  /** Number of new and changed files. */
  written: z.number(),
  removed: z.number(),
  durationMs: z.number(),
  problems: z.array(staticProblem),
})
export type StaticReport = z.output<typeof staticReport>

/** Intervals in hours, counted from midnight. */
export const HOUR_INTERVALS = [1, 2, 3, 4, 6, 8, 12] as const

const planFields = {
  every: z.enum(['day', 'week', 'hours'], '请选择周期').default('day'),
  /** HH:mm, for `day` and `week`. */
  time: timeOfDay.default('03:00'),
  /** 0 (Sunday) to 6, for `week`. */
  weekdays: z
    .array(within('星期', 0, 6))
    .max(7, '一周只有七天')
    .default([1, 2, 3, 4, 5]),
  /** For `hours`. */
  hours: z.literal(HOUR_INTERVALS, '请选择间隔').default(6),
}
const hasDay = ({ every, weekdays }: { every: string; weekdays: readonly number[] }) =>
  every !== 'week' || weekdays.length > 0
const NO_DAY = { path: ['weekdays'], message: '请至少选择一天' }

/** Schedule of automatic builds of a site, in the server's time zone. */
export const staticPlan = z.object(planFields).refine(hasDay, NO_DAY)
export type StaticPlan = z.output<typeof staticPlan>

/** Path of the server that shows a built site without its domain: `site/<symbol>/`. */
export const SITE_PAGES = 'site'

export const staticsOperations = withAreaTitles({ statics: '静态生成' })({
  /** Deletes all static pages of the site (contradictions.md 37), in a job. */
  'statics.cleanAllHTML': mutation({
    method: 'GET',
    path: cms('statics/cleanAllHTML/{id}'),
    call: 67,
    title: '清除静态页面',
    access: site(access, 'id'),
    input: byId,
    output: undocumentedOutput(jobRef),
    success: '清除成功',
    stale: ['statics.state', 'publicState.list'],
  }),
  /** Builds the pages of the chosen columns, in a job. */
  'statics.buildHTML': mutation({
    method: 'POST',
    path: cms('statics/buildHTML'),
    call: 68,
    title: '生成静态页面',
    scopes: ['statics.build'],
    access: grantedColumn('read', 'menuIds[]', site(access, 'siteId')),
    input: z.object({ siteId: id, menuIds: ids('请选择数据') }),
    output: undocumentedOutput(jobRef),
    success: '操作成功',
    stale: ['statics.state', 'publicState.list'],
  }),
  /** State of a site's static pages. */
  'statics.state': query({
    method: 'GET',
    path: cms('statics/state/{id}'),
    title: '静态页面状态',
    scopes: ['statics.build'],
    access: site(access, 'id'),
    background: true,
    input: byId,
    output: z.object({
      siteId: z.number(),
      isAuto: z.boolean(),
      plan: z.object(planFields),
      /** Time of the next scheduled build; '' while the schedule is off. */
      nextDate: dateTime.or(z.literal('')),
      /** '' if nothing is built. */
      buildDate: dateTime.or(z.literal('')),
      /** Number of entries with outdated pages. */
      waiting: z.number(),
      report: staticReport.nullable(),
    }),
  }),
  /** Turns automatic builds after content changes on or off. */
  'statics.setAuto': mutation({
    method: 'POST',
    path: cms('statics/setAuto'),
    title: '设置自动生成',
    access: site(access, 'id'),
    input: z.object({ id, isAuto: z.boolean() }),
    output: nothing,
    success: '设置成功',
    stale: ['statics.state', 'publicState.list'],
  }),
  /** Sets the schedule of builds, which run whether anything changed or not. */
  'statics.saveSchedule': mutation({
    method: 'POST',
    path: cms('statics/saveSchedule'),
    title: '设置定时生成',
    access: site(access, 'id'),
    input: z.object({ id, isOn: flag, ...planFields }).refine(hasDay, NO_DAY),
    output: nothing,
    success: '设置成功',
    stale: ['statics.state', 'publicState.list'],
  }),
  /** Addresses of a built site, for everybody who may work in it. */
  'statics.address': query({
    method: 'GET',
    path: cms('statics/address/{id}'),
    title: '网站地址',
    scopes: ['statics.build'],
    access: site(menu(MENU.siteList), 'id'),
    input: byId,
    output: z.object({
      /** Absolute address on this server. */
      url: z.string(),
      /** Address on its first domain; '' without a domain. */
      domainUrl: z.string(),
      isBuilt: z.boolean(),
      isStatus: z.boolean(),
    }),
  }),
})
