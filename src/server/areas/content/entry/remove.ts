import { type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import { engineOf } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import { type EntryState, updateCounts } from '../store/counts.ts'
import { toChunks, type EntryRow, RETENTION_MS } from '../store/entries.ts'
import { createServerWriter, type EventWriter, recordEvents, removeOldEvents } from './events.ts'
import { removeIndex } from '../searchIndex/searchIndex.ts'

type RemovedRow = EntryState & Pick<EntryRow, 'id' | 'siteId' | 'title'>

/** Permanently deletes locked entries with their texts, history and search words. */
export async function deletePermanently(ctx: EventWriter, rows: readonly RemovedRow[]): Promise<void> {
  const { db } = ctx
  for (const part of toChunks(rows)) {
    const ids = part.map((row) => row.id)
    await removeIndex(db, ids)
    await db.deleteFrom('content').where('id', 'in', ids).execute()
  }
  await updateCounts(
    db,
    rows.map((row) => [row, null]),
  )
  await recordEvents(
    ctx,
    rows.map((entry) => ({ entry, kind: 'deleted' })),
  )
}

/** Entries per transaction, kept few because other writers wait for it. */
const BATCH_SIZE = 500

type EntryQuery = SelectQueryBuilder<Database, 'content', object>

/** Permanently deletes the selected entries in batches; each batch is selected anew. Returns their number. */
export async function deleteMatching(ctx: EventWriter, which: (entries: EntryQuery) => EntryQuery): Promise<number> {
  for (let total = 0; ;) {
    const count = await ctx.db.transaction().execute(async (tx) => {
      const rows = await which(tx.selectFrom('content'))
        .select(['content.id', 'classId', 'siteId', 'title', 'isRecycled', 'isStatus'])
        .orderBy('content.id')
        .limit(BATCH_SIZE)
        // Waits for a concurrent restore; the restored row then no longer matches.
        .$if(engineOf(tx) === 'postgres', (query) => query.forUpdate())
        .execute()
      await deletePermanently({ ...ctx, db: tx }, rows)
      return rows.length
    })
    total += count
    if (count < BATCH_SIZE) return total
  }
}

/** Deletes entries that were in the recycle bin for 30 days, and entries of permanently deleted columns. */
export async function deleteExpired(deps: ServerDeps): Promise<void> {
  const limit = deps.clock.now().getTime() - RETENTION_MS
  const ctx = createServerWriter(deps)
  // Written literally, so that the partial index applies.
  await deleteMatching(ctx, (entries) =>
    entries
      .where(sql<SqlBool>`"recycleTime" > 0`)
      .where('recycleTime', '<=', limit)
      .where('isRecycled', '=', 1),
  )
  for (const classId of await findDeletedColumns(deps)) await deleteColumnEntries(ctx, classId)
  await removeOldEvents(deps)
}

/** Columns with entries that are neither on a site nor restorable from the recycle bin of sites. */
async function findDeletedColumns({ db, clock }: ServerDeps): Promise<Set<number>> {
  const counted = db
    .selectFrom('content_count')
    .select(['classId', sql<string>`''`.as('columns')])
    .where('classId', 'not in', (query) => query.selectFrom('site_column').select('id'))
  if ((await counted.limit(1).execute()).length === 0) return new Set()
  const bins = db
    .selectFrom('column_bin')
    .select([sql<number>`0`.as('classId'), 'columns'])
    .where('expireTime', '>', clock.now().getTime())
  // One statement: with two, a column restored in between would be in neither result.
  const rows = await counted.unionAll(bins).execute()
  const deleted = new Set(rows.flatMap(({ classId, columns }) => (columns === '' ? classId : [])))
  for (const { columns } of rows)
    if (columns !== '') for (const { id } of JSON.parse(columns) as { id: number }[]) deleted.delete(id)
  return deleted
}

async function deleteColumnEntries(ctx: EventWriter, classId: number): Promise<void> {
  const { db } = ctx
  await deleteMatching(ctx, (entries) => entries.where('classId', '=', classId))
  await db.deleteFrom('content_count').where('classId', '=', classId).execute()
  await db.deleteFrom('stale_page').where('classId', '=', classId).execute()
}
