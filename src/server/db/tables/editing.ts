import type { Generated } from 'kysely'
import type { ScheduleAction, ScheduleState } from '#shared/contract/contentSchedule.ts'
import type { Flag, Millis } from './core.ts'

/** Who has an entry open to edit it. A row whose `seenTime` is old belongs to a window that is gone. */
export interface EntryLockTable {
  contentId: number
  classId: number
  accountId: number
  /** Real name, or the account's. */
  name: string
  /** Random name of the form that has it. */
  holder: string
  /** Stored hash of the session that has it; '' for locks of an older server. */
  session: Generated<string>
  sinceTime: Millis
  seenTime: Millis
  /** The holder that it was taken from; '': from nobody. */
  takenFrom: string
}

/** A date on which an entry is published or taken off. At most one of each action is `planned` for an entry. */
export interface ContentScheduleTable {
  id: Generated<number>
  contentId: number
  classId: number
  siteId: number
  action: ScheduleAction
  state: ScheduleState
  /** UTC, as all times. */
  dueTime: Millis
  /** Of the entry, when it was planned. */
  title: string
  acceptSensitive: Flag
  /** The application whose version is published then; 0: none has been agreed to. */
  approvalId: Generated<number>
  /** Who planned it last. */
  accountId: number
  username: string
  createTime: Millis
  /** 0 while it is planned. */
  endTime: Generated<Millis>
  /** Why it failed, or what happened instead. */
  message: Generated<string>
}

export interface EditingTables {
  entry_lock: EntryLockTable
  content_schedule: ContentScheduleTable
}
