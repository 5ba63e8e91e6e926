import type { ScheduleAction, ScheduleState } from '#shared/contract/contentSchedule.ts'
import { flag, id, index, int, millis, ref, table, text, unique, HISTORY, AUTHOR } from '#server/db/table.ts'

export const contentScheduleTables = {
  /** A date on which an entry is published or taken off. At most one of each action is `planned` for an entry. */
  content_schedule: table({
    title: '定时计划',
    columns: {
      id: id(),
      contentId: ref('content', { when: "t.state = 'planned'" }),
      classId: int().noReference(HISTORY),
      siteId: int().noReference(HISTORY),
      action: text<ScheduleAction>(),
      state: text<ScheduleState>(),
      /** UTC, as all times. */
      dueTime: millis(),
      /** Of the entry, when it was planned. */
      title: text(),
      acceptSensitive: flag(),
      /** The application whose version is published then; 0: none has been agreed to. */
      approvalId: int().noReference(HISTORY).default(0),
      /** Who planned it last. */
      accountId: int().noReference(AUTHOR),
      username: text(),
      createTime: millis(),
      /** 0 while it is planned. */
      endTime: millis().default(0),
      /** Why it failed, or what happened instead. */
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
