import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { withAreaTitles, cms, menu, mutation, query, site } from './define.ts'
import { dateTime, flag, id, paged, paging, undocumentedOutput } from './fields.ts'
import { jobRef } from './job.ts'
import { defineSheetExport } from './sheet.ts'

export const DEAD_LINK_KINDS = ['page', 'picture', 'file', 'external'] as const

/** Position of a dead link in a page of the built site. */
const position = z.object({
  page: z.string(),
  /** From 1, in the page's HTML. */
  line: z.number(),
  columnId: z.number(),
  /** 0: not the page of an entry. */
  entryId: z.number(),
  title: z.string(),
})

/** A dead link of the built site. */
export const deadLink = z.object({
  id: z.number(),
  address: z.string(),
  kind: z.enum(DEAD_LINK_KINDS),
  /** The reason, in Chinese. */
  reason: z.string(),
  /** Origin of the link: `template` (with file and line), an entry's text, or a column's settings. */
  source: z.enum(['template', 'entry', 'other']),
  /** The template's folder; '' if no template makes the link, and in checks by older versions. */
  folder: z.string(),
  /** Path within the template's folder; '' for none. */
  file: z.string(),
  line: z.number(),
  entryId: z.number(),
  columnId: z.number(),
  entryTitle: z.string(),
  /** Type of the entry's column: COLUMN_TYPE. */
  menuType: z.number(),
  /** Number of pages with the link. */
  pages: z.number(),
  /** The first positions. */
  places: z.array(position),
  /** A redirect can fix the link. */
  canRedirect: z.boolean(),
})
export type DeadLink = z.output<typeof deadLink>

const manage = menu(MENU.deadLink)
const access = site(manage, 'siteId')

export const deadLinkOperations = withAreaTitles({ deadLink: '死链' })({
  /** Result of the last check. */
  'deadLink.state': query({
    method: 'POST',
    path: cms('dead-link/state'),
    title: '死链检查结果',
    access,
    background: true,
    input: z.object({ siteId: id }),
    output: z.object({
      /** '' if never checked. */
      checkDate: dateTime.or(z.literal('')),
      /** '' if there are no static pages. */
      buildDate: dateTime.or(z.literal('')),
      pages: z.number(),
      links: z.number(),
      /** Number of checked links to other websites, and of those skipped. */
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
    access,
    input: paging({ siteId: id, kind: z.enum(['all', ...DEAD_LINK_KINDS]).default('all') }),
    output: paged(deadLink),
  }),
  /** Starts a job that checks every built page. */
  'deadLink.check': mutation({
    method: 'POST',
    path: cms('dead-link/check'),
    title: '检查死链',
    access,
    input: z.object({ siteId: id, isExternal: flag }),
    output: undocumentedOutput(jobRef),
    success: '检查任务已加入队列',
    stale: ['deadLink.state', 'deadLink.page'],
  }),
  /** Permission 1120 on the menu. */
  'deadLink.outputData': defineSheetExport({
    path: cms('dead-link/output-data'),
    title: '导出死链',
    access,
    input: z.object({ siteId: id }),
  }),
})
