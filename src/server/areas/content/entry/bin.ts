import type { CallContext } from '#server/http/context.ts'
import { AppError } from '#shared/errors/index.ts'
import { forbiddingClasses } from '#server/areas/data/sensitive/index.ts'
import { findRequiredClasses, findSensitive } from './agreement.ts'
import { approvals } from './approvalPort.ts'
import { recordEvents } from './events.ts'
import { updateCounts } from '../store/counts.ts'
import { toChunks, type EntryRow, lockEntries, describeEntry, readWithBodies } from '../store/entries.ts'
import { SensitiveHitCollector } from './sensitiveHits.ts'
import { deleteMatching, deletePermanently } from './remove.ts'
import { requireNoArticle } from './save.ts'
import { isAllowed, requireContentColumn, type ContentColumn } from '../store/rules.ts'
import { markPagesStale } from './stalePages.ts'
import { type EntrySelection, unpublishLocked } from './state.ts'
import type { Writer } from './write.ts'

/** Moves entries to the recycle bin, or deletes drafts and binned entries permanently (`final`). All or none. */
export async function removeEntries(
  ctx: CallContext,
  { classId, idList, final }: EntrySelection & { final: boolean },
): Promise<void> {
  const column = await requireContentColumn(ctx, classId)
  const rows = await lockEntries(ctx, column, idList)
  await approvals.get().withdraw(ctx, rows, { remark: '内容被删除' })
  if (!final) return recycleEntries(ctx, rows)
  const published = rows.find((row) => row.isRecycled === 0 && row.isStatus === 1)
  if (published)
    throw new AppError('conflict', `${describeEntry(published)}已发布，无法直接彻底删除，请先在列表中删除到回收站`)
  return deletePermanently(ctx, rows)
}

/** Empties the column's recycle bin in batches, so that other writers do not wait for all of it. */
export async function emptyBin(ctx: CallContext, classId: number): Promise<void> {
  const column = await requireContentColumn(ctx, classId)
  const now = ctx.clock.now().getTime()
  await deleteMatching(ctx, (entries) =>
    entries.where('classId', '=', column.id).where('isRecycled', '=', 1).where('recycleTime', '<=', now),
  )
}

/**
 * Restores entries from the recycle bin, all or none. Callers without the right to publish get drafts, as does
 * everybody for words that others must agree to; returns the number of the latter. AppError `conflict` for a single
 * article that exists again, and for sensitive words that would become public.
 */
export async function restoreEntries(
  ctx: CallContext,
  { classId, idList, acceptSensitive }: EntrySelection & { acceptSensitive: boolean },
): Promise<number> {
  const column = await requireContentColumn(ctx, classId)
  const rows = (await lockEntries(ctx, column, idList)).filter((row) => row.isRecycled === 1)
  if (rows.length === 0) return 0
  await requireNoArticle(ctx, column)
  if (column.isArticle && rows.length > 1)
    throw new AppError('conflict', `栏目“${column.title}”只能有一篇内容，请只选择一篇还原`)
  const isPublic = isAllowed(ctx, column, 'publish')
  if (isPublic && !acceptSensitive) await requireNoWordsIn(ctx, column, rows)
  const restored = await setRecycled(ctx, rows, 0)
  const published = restored.filter((row) => row.isStatus === 1)
  const forbidden = isPublic ? await findForbidden(ctx, column, published) : published
  await unpublishLocked(ctx, column, forbidden)
  const shown = published.filter((row) => !forbidden.includes(row))
  await markPagesStale(ctx.db, shown, ctx.clock.now().getTime())
  return isPublic ? forbidden.length : 0
}

/** Published entries with words that only other people may agree to. */
async function findForbidden(ctx: CallContext, column: ContentColumn, rows: readonly EntryRow[]): Promise<EntryRow[]> {
  if ((await forbiddingClasses(ctx.db)).size === 0) return []
  const found: EntryRow[] = []
  for (const part of toChunks(rows))
    for (const { row, values } of await readWithBodies(ctx.db, part))
      if ((await findRequiredClasses(ctx, await findSensitive(ctx.db, column, values))).length > 0) found.push(row)
  return found
}

/** The list of words may have changed since the entries were published. */
async function requireNoWordsIn(ctx: CallContext, column: ContentColumn, rows: readonly EntryRow[]): Promise<void> {
  const published = rows.filter((row) => row.isStatus === 1)
  const words = new SensitiveHitCollector(column, rows.length > 1)
  for (const part of toChunks(published))
    for (const entry of await readWithBodies(ctx.db, part)) await words.search(ctx, entry)
  await words.requireNone(ctx, '还原后会重新公开，请确认后再还原')
}

/** Moves entries that the caller has locked to the recycle bin. */
export async function recycleEntries(ctx: Writer, rows: readonly EntryRow[]): Promise<void> {
  const live = rows.filter((row) => row.isRecycled === 0)
  const now = ctx.clock.now().getTime()
  await setRecycled(ctx, live, now)
  const published = live.filter((row) => row.isStatus === 1)
  await markPagesStale(ctx.db, published, now)
}

/** Sets or clears (0) the time in the bin. The version increases, so that open forms notice the change. */
async function setRecycled(ctx: Writer, rows: readonly EntryRow[], recycleTime: number): Promise<EntryRow[]> {
  const isRecycled = recycleTime === 0 ? 0 : 1
  const changed: EntryRow[] = []
  for (const part of toChunks(rows)) {
    const written = await ctx.db
      .updateTable('content')
      .set((eb) => ({
        isRecycled,
        recycleTime,
        version: eb('version', '+', 1),
        updatedBy: ctx.requireSignedIn().username,
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
  await updateCounts(
    ctx.db,
    rows.map((row) => [row, { ...row, isRecycled }]),
  )
  const kind = isRecycled === 1 ? 'recycled' : 'returned'
  await recordEvents(
    ctx,
    changed.map((entry) => ({ entry, kind })),
  )
  return changed
}
