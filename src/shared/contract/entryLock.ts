import { z } from 'zod'
import { areas, cms, column, mutation, query } from './define.ts'
import { dateTime, id } from './fields.ts'

/** The server knows who has an entry open (capabilities.features). */
export const ENTRY_LOCK_FEATURE = 'entry-lock-1'
/** How often a form says that it is there, ms. */
export const LOCK_BEAT_MS = 20_000
/** Without a word for so long its window is gone, ms: two beats may be lost. */
export const LOCK_EXPIRES_MS = 65_000

/** Who has an entry open to edit it. */
const entryEditor = z.object({
  /** The entry. */
  id: z.number(),
  /** Real name. */
  name: z.string(),
  since: dateTime,
  /** It is the account that asks, in another window. */
  isOwn: z.boolean(),
})
export type EntryEditor = z.output<typeof entryEditor>

export const entryLock = z.object({
  /** The form that asks has it. */
  isMine: z.boolean(),
  /** Who else has it; null when nobody does. */
  editor: entryEditor.nullable(),
  /** It was taken over from the form that asks. */
  wasTaken: z.boolean(),
  /** Of the entry, now: another one than the form was read with means that it was saved meanwhile. */
  version: z.number(),
})
export type EntryLock = z.output<typeof entryLock>

/** Random name of one open form. */
const holder = z.string().min(8).max(64)
const form = z.object({ classId: id, id, holder })

/** Who edits an entry at the moment. A hint for people: what guards a save is the entry's version. */
export const entryLockOperations = areas({ entryLock: '编辑锁' })({
  /** A form takes the entry when nobody has it, keeps it, or asks who has it. */
  'entryLock.hold': query({
    method: 'POST',
    path: cms('entry-lock/hold'),
    title: '编辑占用',
    access: column('edit', 'classId'),
    background: true,
    input: form,
    output: entryLock,
  }),
  /** Takes it from who has it; that one is told, and keeps what he typed on his computer. */
  'entryLock.take': mutation({
    method: 'POST',
    path: cms('entry-lock/take'),
    title: '接管编辑',
    access: column('edit', 'classId'),
    input: form,
    output: entryLock,
    success: '已接管，可以编辑',
    stale: ['entryLock.list'],
  }),
  /** A form is closed. */
  'entryLock.release': query({
    method: 'POST',
    path: cms('entry-lock/release'),
    title: '结束编辑占用',
    access: column('edit', 'classId'),
    background: true,
    input: form,
    output: z.null(),
  }),
  /** All entries of a column that are open somewhere. */
  'entryLock.list': query({
    method: 'POST',
    path: cms('entry-lock/list'),
    title: '正在编辑的内容',
    access: column('read', 'classId'),
    background: true,
    input: z.object({ classId: id }),
    output: z.array(entryEditor),
  }),
})
