import type { CallContext } from '#server/http/context.ts'
import { problemsOf, requireRight } from './check.ts'
import { chunks, type Entry, type EntryRow, lockLive, named, withBodies } from '../store/entries.ts'
import { SensitiveHits } from './sensitiveHits.ts'
import { approvals, REMARKS } from './approvalPort.ts'
import { columnFor, type ContentColumn, workflowOf } from '../store/rules.ts'
import { type Reason, writeEntries, type Writing } from './write.ts'

/** Entries of a column. */
export interface Rows {
  classId: number
  idList: readonly number[]
}

/**
 * Publishes drafts, all or none, or applies for it where the column has a workflow: what a field or a sensitive word
 * keeps back is named. Published ones stay as they are. Answers which of both it did.
 */
export async function publish(
  ctx: CallContext,
  { classId, idList, acceptSensitive }: Rows & { acceptSensitive: boolean },
): Promise<'published' | 'submitted'> {
  const column = await columnFor(ctx, classId)
  const applies = workflowOf(column) !== null
  const drafts = (await lockLive(ctx, column, idList)).filter((row) => row.isStatus === 0)
  const words = new SensitiveHits(column, drafts.length > 1)
  for (const part of chunks(drafts)) {
    const entries = await withBodies(ctx.db, part)
    await requireReady(ctx, column, entries, acceptSensitive ? null : words)
    // As soon as words are found nothing is written; the loop goes on only to report all of them.
    if (words.none)
      await (applies
        ? applyFor(ctx, column, entries)
        : writeEntries(ctx, column, entries.map(changed(true, 'publish'))))
  }
  words.require()
  return applies ? 'submitted' : 'published'
}

/** AppErrors as those of `publish`, for drafts that are to be published later; nothing is written. */
export async function requirePublishable(
  ctx: CallContext,
  column: ContentColumn,
  drafts: readonly EntryRow[],
  acceptSensitive: boolean,
): Promise<void> {
  const words = new SensitiveHits(column, drafts.length > 1)
  for (const part of chunks(drafts))
    await requireReady(ctx, column, await withBodies(ctx.db, part), acceptSensitive ? null : words)
  words.require()
}

/** What a field keeps back is thrown; sensitive words are collected. */
async function requireReady(
  ctx: CallContext,
  column: ContentColumn,
  entries: readonly Entry[],
  words: SensitiveHits | null,
): Promise<void> {
  for (const entry of entries) {
    const { row, values } = entry
    requireRight(column, await problemsOf(ctx.db, column, values, { before: values, isNew: false }), named(row))
    await words?.look(ctx.db, entry)
  }
}

/** Begins the approval of drafts; what waits already goes on as it is. */
async function applyFor(ctx: CallContext, column: ContentColumn, entries: readonly Entry[]): Promise<void> {
  const open = entries.filter(({ row }) => row.approveInstanceId === '')
  const writing = open.map((before): Writing => {
    const set = { pass: 1 as const, approveResult: '' }
    return { before, change: { values: before.values, isStatus: false, reason: 'apply', set } }
  })
  const rows = await writeEntries(ctx, column, writing)
  const list = rows.map((row, at) => ({ row, values: open[at]?.values ?? {}, remark: REMARKS.first }))
  await approvals.get().apply(ctx, column, list)
}

const changed =
  (isStatus: boolean, reason: Reason) =>
  (before: Entry): Writing => ({ before, change: { values: before.values, isStatus, reason } })

/** Makes published entries drafts. */
export async function unpublish(ctx: CallContext, { classId, idList }: Rows): Promise<void> {
  const column = await columnFor(ctx, classId)
  const published = (await lockLive(ctx, column, idList)).filter((row) => row.isStatus === 1)
  await takeBack(ctx, column, published)
}

/** Makes published entries, which the caller has locked, drafts. */
export async function takeBack(ctx: CallContext, column: ContentColumn, published: readonly EntryRow[]): Promise<void> {
  for (const part of chunks(published)) {
    const entries = await withBodies(ctx.db, part)
    await writeEntries(ctx, column, entries.map(changed(false, 'unpublish')))
  }
}
