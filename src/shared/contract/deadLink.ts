import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { areas, cms, menu, mutation, query, site } from './define.ts'
import { dateTime, flag, id, paged, paging, unshown } from './fields.ts'
import { jobRef } from './job.ts'
import { sheetExport } from './sheet.ts'

export const DEAD_LINK_KINDS = ['page', 'picture', 'file', 'external'] as const

/** Where a dead link stands: a page of the built site. */
const place = z.object({
  page: z.string(),
  /** From 1, in the page's HTML. */
  line: z.number(),
  columnId: z.number(),
  /** 0: it is not the page of an entry. */
  entryId: z.number(),
  title: z.string(),
})

/** A link of the built site that leads nowhere. */
export const deadLink = z.object({
  id: z.number(),
  address: z.string(),
  kind: z.enum(DEAD_LINK_KINDS),
  /** Why, in Chinese. */
  reason: z.string(),
  /** What makes it: `template` with its file and line, an entry's text, or the settings of a column. */
  source: z.enum(['template', 'entry', 'other']),
  /** The template's folder; '' for what no template makes and in checks of former versions. */
  folder: z.string(),
  /** Of the template, from its folder down; ''. */
  file: z.string(),
  line: z.number(),
  entryId: z.number(),
  columnId: z.number(),
  entryTitle: z.string(),
  /** Of the entry's column: COLUMN_TYPE. */
  menuType: z.number(),
  /** Pages that it stands on. */
  pages: z.number(),
  /** The first of them. */
  places: z.array(place),
  /** A redirect can mend it. */
  canRedirect: z.boolean(),
})
export type DeadLink = z.output<typeof deadLink>

const manage = menu(MENU.deadLink)
const ofSite = site(manage, 'siteId')

export const deadLinkOperations = areas({ deadLink: '死链' })({
  /** How the last check went. */
  'deadLink.state': query({
    method: 'POST',
    path: cms('dead-link/state'),
    title: '死链检查结果',
    access: ofSite,
    background: true,
    input: z.object({ siteId: id }),
    output: z.object({
      /** '' for never. */
      checkDate: dateTime.or(z.literal('')),
      /** '': there are no static pages to check. */
      buildDate: dateTime.or(z.literal('')),
      pages: z.number(),
      links: z.number(),
      /** Links to other websites that were asked; more of them were left out. */
      external: z.number(),
      leftOut: z.number(),
      dead: z.number(),
      durationMs: z.number(),
    }),
  }),
  'deadLink.page': query({
    method: 'POST',
    path: cms('dead-link/page'),
    title: '死链列表',
    access: ofSite,
    input: paging({ siteId: id, kind: z.enum(['all', ...DEAD_LINK_KINDS]).default('all') }),
    output: paged(deadLink),
  }),
  /** Reads every built page; done by a job. */
  'deadLink.check': mutation({
    method: 'POST',
    path: cms('dead-link/check'),
    title: '检查死链',
    access: ofSite,
    input: z.object({ siteId: id, isExternal: flag }),
    output: unshown(jobRef),
    success: '检查任务已加入队列',
    stale: ['deadLink.state', 'deadLink.page'],
  }),
  /** Permission 1120 on the menu. */
  'deadLink.outputData': sheetExport({
    path: cms('dead-link/output-data'),
    title: '导出死链',
    access: ofSite,
    input: z.object({ siteId: id }),
  }),
})
