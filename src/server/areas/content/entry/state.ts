import type { CallContext } from '#server/http/context.ts'
import { problemsOf, requireRight } from './check.ts'
import { chunks, type Entry, type EntryRow, lockLive, named, withBodies } from '../store/entries.ts'
import { SensitiveHits } from './sensitiveHits.ts'
import { columnFor, type ContentColumn } from '../store/rules.ts'
import { type Reason, writeEntries, type Writing } from './write.ts'

/** Entries of a column. */
export interface Rows {
  classId: number
  idList: readonly number[]
}

/** Publishes drafts, all or none: what a field or a sensitive word keeps back is named. Published ones stay as they are. */
export async function publish(
  ctx: CallContext,
  { classId, idList, acceptSensitive }: Rows & { acceptSensitive: boolean },
) {
  const column = await columnFor(ctx, classId)
  const drafts = (await lockLive(ctx, column, idList)).filter((row) => row.isStatus === 0)
  const words = new SensitiveHits(column, drafts.length > 1)
  for (const part of chunks(drafts)) {
    const entries = await withBodies(ctx.db, part)
    for (const entry of entries) {
      const { row, values } = entry
      requireRight(column, await problemsOf(ctx.db, column, values, { before: values, isNew: false }), named(row))
      if (!acceptSensitive) await words.look(ctx.db, entry)
    }
    // Once words were found nothing is kept: it goes on to say where all of them stand.
    if (words.none) await writeEntries(ctx, column, entries.map(changed(true, 'publish')))
  }
  words.require()
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
