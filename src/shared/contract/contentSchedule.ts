import { z } from 'zod'
import { areas, cms, column, mutation, query, role, site } from './define.ts'
import { flag, id, idList, nothing, within } from './fields.ts'

/** The server publishes on a date (capabilities.features). */
export const SCHEDULE_FEATURE = 'content-schedule-1'

/** What happens on the date: the entry becomes public, or a draft. */
export const scheduleAction = z.enum(['publish', 'unpublish'])
export type ScheduleAction = z.output<typeof scheduleAction>
const scheduleState = z.enum(['planned', 'done', 'failed', 'cancelled'])
export type ScheduleState = z.output<typeof scheduleState>

/** A date of an entry. Times are epoch milliseconds, so that no time zone and no change of a clock moves them. */
export const schedule = z.object({
  id: z.number(),
  contentId: z.number(),
  classId: z.number(),
  siteId: z.number(),
  action: scheduleAction,
  state: scheduleState,
  at: z.number(),
  title: z.string(),
  menuTitle: z.string(),
  /** Real name of who planned it. */
  planner: z.string(),
  /** Why it failed, or what happened instead; '' for nothing. */
  message: z.string(),
  /** needed: it waits for agreement; ended: that was refused or withdrawn; agreed: to be published on the date. */
  approval: z.enum(['none', 'needed', 'ended', 'agreed']),
  /** Address of the entry's screen. */
  path: z.string(),
  /** May the caller change it and call it off? */
  mayChange: z.boolean(),
})
export type Schedule = z.output<typeof schedule>

/** Longest that can be planned ahead, and looked at in one calendar. */
export const SCHEDULE_DAYS = 731
export const CALENDAR_LIMIT = 2000

const at = within('时间', 0, 8_640_000_000_000_000)
const stale = [
  'contentSchedule.ofEntry',
  'contentSchedule.calendar',
  'content.page',
  'content.draftPage',
  'content.form',
  'content.findById',
] as const

/** Publishing and taking off on a date. What a record alone knows, the handlers check. */
export const contentScheduleOperations = areas({ contentSchedule: '定时发布' })({
  /**
   * Sets or changes the date of all entries, or none. Publishing in a column with a workflow applies at once; what is agreed
   * to is published on the date. `conflict` for what is public already, or can't be published as it is.
   */
  'contentSchedule.plan': mutation({
    method: 'POST',
    path: cms('content-schedule/plan'),
    title: '定时发布与下线',
    access: column(['edit', 'publish'], 'classId'),
    errors: ['words'],
    input: z.object({ classId: id, idList, action: scheduleAction, at, acceptSensitive: flag }),
    output: nothing,
    success: '已设置',
    stale: [...stale, 'approval.taskList', 'approval.taskingCount', 'approval.mine'],
  }),
  'contentSchedule.cancel': mutation({
    method: 'POST',
    path: cms('content-schedule/cancel'),
    title: '取消定时',
    access: role,
    input: z.object({ id }),
    output: nothing,
    success: '已取消',
    stale,
  }),
  /** What is planned for the entry, and what failed last. */
  'contentSchedule.ofEntry': query({
    method: 'POST',
    path: cms('content-schedule/ofEntry'),
    title: '内容的定时安排',
    access: column('read', 'classId'),
    input: z.object({ classId: id, id }),
    output: z.array(schedule),
  }),
  /** What is planned, was done and failed in a site between two times, of the columns that the caller may read; the oldest first. */
  'contentSchedule.calendar': query({
    method: 'POST',
    path: cms('content-schedule/calendar'),
    title: '发布日历',
    access: site(role, 'siteId'),
    input: z.object({ siteId: id, from: at, to: at }),
    output: z.array(schedule),
  }),
})
