import type { CallContext } from '#server/http/context.ts'
import { AppError } from '#shared/errors/index.ts'
import { forbiddingClasses } from '#server/areas/data/sensitive/index.ts'
import { classesAskedFor, sensitiveIn } from './agreement.ts'
import { approvals } from './approvalPort.ts'
import { noteEvents } from './events.ts'
import { recount } from '../store/counts.ts'
import { chunks, type EntryRow, lockEntries, named, withBodies } from '../store/entries.ts'
import { SensitiveHits } from './sensitiveHits.ts'
import { removeAll, removeForGood } from './remove.ts'
import { requireOnly } from './save.ts'
import { allowed, columnFor, type ContentColumn } from '../store/rules.ts'
import { markStale } from './stalePages.ts'
import { type Rows, takeBack } from './state.ts'
import type { Writer } from './write.ts'

/** Moves entries to the recycle bin, or deletes drafts and binned entries permanently (`final`). All or none. */
export async function remove(ctx: CallContext, { classId, idList, final }: Rows & { final: boolean }): Promise<void> {
  const column = await columnFor(ctx, classId)
  const rows = await lockEntries(ctx, column, idList)
  await approvals.get().withdraw(ctx, rows, { remark: '内容被删除' })
  if (!final) return recycle(ctx, rows)
  const published = rows.find((row) => row.isRecycled === 0 && row.isStatus === 1)
  if (published) throw new AppError('conflict', `${named(published)}已发布，无法直接彻底删除，请先在列表中删除到回收站`)
  return removeForGood(ctx, rows)
}

/** Empties the column's recycle bin in batches, so that other writers do not wait for all of it. */
export async function clean(ctx: CallContext, classId: number): Promise<void> {
  const column = await columnFor(ctx, classId)
  const now = ctx.clock.now().getTime()
  await removeAll(ctx, (entries) =>
    entries.where('classId', '=', column.id).where('isRecycled', '=', 1).where('recycleTime', '<=', now),
  )
}

/**
 * Restores entries from the recycle bin, all or none. Callers without the right to publish get drafts, as does
 * everybody for words that others must agree to; returns the number of the latter. AppError `conflict` for a single
 * article that exists again, and for sensitive words that would become public.
 */
export async function restore(
  ctx: CallContext,
  { classId, idList, acceptSensitive }: Rows & { acceptSensitive: boolean },
): Promise<number> {
  const column = await columnFor(ctx, classId)
  const rows = (await lockEntries(ctx, column, idList)).filter((row) => row.isRecycled === 1)
  if (rows.length === 0) return 0
  await requireOnly(ctx, column)
  if (column.isArticle && rows.length > 1)
    throw new AppError('conflict', `栏目“${column.title}”只能有一篇内容，请只选择一条还原`)
  const isPublic = allowed(ctx, column, 'publish')
  if (isPublic && !acceptSensitive) await requireNoWordsIn(ctx, column, rows)
  const restored = await setRecycled(ctx, rows, 0)
  const published = restored.filter((row) => row.isStatus === 1)
  const forbidden = isPublic ? await forbiddenAmong(ctx, column, published) : published
  await takeBack(ctx, column, forbidden)
  const shown = published.filter((row) => !forbidden.includes(row))
  await markStale(ctx.db, shown, ctx.clock.now().getTime())
  return isPublic ? forbidden.length : 0
}

/** Published entries with words that only other people may agree to. */
async function forbiddenAmong(ctx: CallContext, column: ContentColumn, rows: readonly EntryRow[]): Promise<EntryRow[]> {
  if ((await forbiddingClasses(ctx.db)).size === 0) return []
  const found: EntryRow[] = []
  for (const part of chunks(rows))
    for (const { row, values } of await withBodies(ctx.db, part))
      if ((await classesAskedFor(ctx, await sensitiveIn(ctx.db, column, values))).length > 0) found.push(row)
  return found
}

/** The list of words may have changed since the entries were published. */
async function requireNoWordsIn(ctx: CallContext, column: ContentColumn, rows: readonly EntryRow[]): Promise<void> {
  const published = rows.filter((row) => row.isStatus === 1)
  const words = new SensitiveHits(column, rows.length > 1)
  for (const part of chunks(published)) for (const entry of await withBodies(ctx.db, part)) await words.look(ctx, entry)
  await words.require(ctx, '还原后会重新公开，请确认后再还原')
}

/** Moves entries that the caller has locked to the recycle bin. */
export async function recycle(ctx: Writer, rows: readonly EntryRow[]): Promise<void> {
  const live = rows.filter((row) => row.isRecycled === 0)
  const now = ctx.clock.now().getTime()
  await setRecycled(ctx, live, now)
  const published = live.filter((row) => row.isStatus === 1)
  await markStale(ctx.db, published, now)
}

/** Sets or clears (0) the time in the bin. The version increases, so that open forms notice the change. */
async function setRecycled(ctx: Writer, rows: readonly EntryRow[], recycleTime: number): Promise<EntryRow[]> {
  const isRecycled = recycleTime === 0 ? 0 : 1
  const changed: EntryRow[] = []
  for (const part of chunks(rows)) {
    const written = await ctx.db
      .updateTable('content')
      .set((eb) => ({
        isRecycled,
        recycleTime,
        version: eb('version', '+', 1),
        updatedBy: ctx.signed().username,
        updateTime: ctx.clock.now().getTime(),
      }))
      .where(
        'id',
        'in',
        part.map((row) => row.id),
      )
      .returningAll()
      .execute()
    changed.push(...written)
  }
  await recount(
    ctx.db,
    rows.map((row) => [row, { ...row, isRecycled }]),
  )
  const kind = isRecycled === 1 ? 'recycled' : 'returned'
  await noteEvents(
    ctx,
    changed.map((entry) => ({ entry, kind })),
  )
  return changed
}
