import { z } from 'zod'
import { withAreaTitles, cms, column, mutation, query } from './define.ts'
import { dateTime, id } from './fields.ts'

/** Feature name of entry locks (capabilities.features). */
export const ENTRY_LOCK_FEATURE = 'entry-lock-1'
/** Interval of a form's heartbeats, ms. */
export const LOCK_HEARTBEAT_MS = 20_000
/** A lock without a heartbeat for this time expires, ms: two heartbeats may be lost. */
export const LOCK_TIMEOUT_MS = 65_000

/** The account that has an entry open for editing. */
const entryEditor = z.object({
  /** Id of the entry. */
  id: z.number(),
  /** Real name. */
  name: z.string(),
  since: dateTime,
  /** The caller's own account, in another window. */
  isOwn: z.boolean(),
})
export type EntryEditor = z.output<typeof entryEditor>

export const entryLock = z.object({
  /** The calling form holds the lock. */
  isMine: z.boolean(),
  /** The other holder; null for none. */
  editor: entryEditor.nullable(),
  /** The lock was taken over from the calling form. */
  wasTaken: z.boolean(),
  /** Current version of the entry: if it differs from the form's version, the entry was saved meanwhile. */
  version: z.number(),
})
export type EntryLock = z.output<typeof entryLock>

/** Random id of an open form. */
const holder = z.string().min(8).max(64)
const form = z.object({ classId: id, id, holder })

/** Advisory edit locks. They only inform people: a save is protected by the entry's version. */
export const entryLockOperations = withAreaTitles({ entryLock: '编辑锁' })({
  /** Acquires or renews the lock, or returns its current holder. */
  'entryLock.hold': query({
    method: 'POST',
    path: cms('entry-lock/hold'),
    title: '编辑占用',
    access: column('edit', 'classId'),
    background: true,
    input: form,
    output: entryLock,
  }),
  /** Takes the lock over; the former holder is notified and keeps its unsaved text locally. */
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
  /** Releases the lock when the form closes. */
  'entryLock.release': query({
    method: 'POST',
    path: cms('entry-lock/release'),
    title: '结束编辑占用',
    access: column('edit', 'classId'),
    background: true,
    input: form,
    output: z.null(),
  }),
  /** All locked entries of a column. */
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
