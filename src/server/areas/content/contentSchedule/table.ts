import type { ScheduleAction, ScheduleState } from '#shared/contract/contentSchedule.ts'
import { flag, id, index, int, millis, ref, table, text, unique, HISTORY, AUTHOR } from '#server/db/table.ts'

export const contentScheduleTables = {
  /** A time at which an entry is published or unpublished. An entry has at most one `planned` row per action. */
  content_schedule: table({
    title: '定时计划',
    columns: {
      id: id(),
      contentId: ref('content', { when: "t.state = 'planned'" }),
      classId: int().noReference(HISTORY),
      siteId: int().noReference(HISTORY),
      action: text<ScheduleAction>(),
      state: text<ScheduleState>(),
      /** UTC, like all times. */
      dueTime: millis(),
      /** Title of the entry when it was planned. */
      title: text(),
      acceptSensitive: flag(),
      /** The application whose version is published at that time; 0: none agreed yet. */
      approvalId: int().noReference(HISTORY).default(0),
      /** Account that saved the plan last. */
      accountId: int().noReference(AUTHOR),
      username: text(),
      createTime: millis(),
      /** 0 while the plan waits. */
      endTime: millis().default(0),
      /** Why the plan failed, or what happened instead. */
      message: text().default(''),
    },
    indexes: {
      content_schedule_one: unique('contentId action', { where: `"state" = 'planned'` }),
      content_schedule_due: index('state dueTime'),
      content_schedule_site: index('siteId dueTime'),
      content_schedule_entry: index('contentId id'),
    },
  }),
}
