import { z } from 'zod'
import { withAreaTitles, cms, column, mutation, query, role, site } from './define.ts'
import { flag, id, idList, nothing, within } from './fields.ts'

/** Feature name of scheduled publishing (capabilities.features). */
export const SCHEDULE_FEATURE = 'content-schedule-1'

/** Action at the scheduled time: publish or unpublish the entry. */
export const scheduleAction = z.enum(['publish', 'unpublish'])
export type ScheduleAction = z.output<typeof scheduleAction>
const scheduleState = z.enum(['planned', 'done', 'failed', 'cancelled'])
export type ScheduleState = z.output<typeof scheduleState>

/** A scheduled action of an entry. Times are epoch milliseconds, independent of time zones and clock changes. */
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
  /** Real name of the account that scheduled it. */
  planner: z.string(),
  /** The failure, or what was done instead; '' for none. */
  message: z.string(),
  /**
   * needed: waits for approval; ended: the approval was refused or withdrawn; agreed: approved, to be published on
   * schedule.
   */
  approval: z.enum(['none', 'needed', 'ended', 'agreed']),
  /** Address of the entry's screen. */
  path: z.string(),
  /** The caller may change and cancel it. */
  mayChange: z.boolean(),
})
export type Schedule = z.output<typeof schedule>

/** Longest time in advance, and longest range of one calendar, in days. */
export const MAX_SCHEDULE_DAYS = 731
export const CALENDAR_LIMIT = 2000

const at = within('时间', 0, 8_640_000_000_000_000)
const stale = [
  'contentSchedule.ofEntry',
  'contentSchedule.calendar',
  'content.page',
  'content.draftPage',
  'content.form',
  'content.findById',
  'publicState.list',
] as const

/** Scheduled publishing and unpublishing. Handlers check the rights that depend on a record. */
export const contentScheduleOperations = withAreaTitles({ contentSchedule: '定时发布' })({
  /**
   * Sets or changes the schedule of all entries, or of none. In a column with a workflow, publishing applies for
   * approval at once and happens on schedule after approval. `conflict` for entries that are already public or cannot
   * be published.
   */
  'contentSchedule.plan': mutation({
    method: 'POST',
    path: cms('content-schedule/plan'),
    title: '定时发布与取消发布',
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
  /** Planned actions of the entry, and the last failed one. */
  'contentSchedule.ofEntry': query({
    method: 'POST',
    path: cms('content-schedule/ofEntry'),
    title: '内容的定时安排',
    access: column('read', 'classId'),
    input: z.object({ classId: id, id }),
    output: z.array(schedule),
  }),
  /**
   * Planned, done and failed actions in a site between two times, oldest first, for the columns that the caller may
   * read.
   */
  'contentSchedule.calendar': query({
    method: 'POST',
    path: cms('content-schedule/calendar'),
    title: '发布日历',
    access: site(role, 'siteId'),
    input: z.object({ siteId: id, from: at, to: at }),
    output: z.array(schedule),
  }),
})
