import { type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import { engineOf } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import { type CountedAt, recount } from '../store/counts.ts'
import { chunks, type EntryRow, RETENTION_MS } from '../store/entries.ts'
import { byServer, type EventWriter, noteEvents, removeOldEvents } from './events.ts'
import { removeIndex } from '../searchIndex/searchIndex.ts'

type Gone = CountedAt & Pick<EntryRow, 'id' | 'siteId' | 'title'>

/** Deletes entries, which the caller has locked, with their texts, history and words. */
export async function removeForGood(ctx: EventWriter, rows: readonly Gone[]): Promise<void> {
  const { db } = ctx
  for (const part of chunks(rows)) {
    const ids = part.map((row) => row.id)
    await removeIndex(db, ids)
    await db.deleteFrom('content').where('id', 'in', ids).execute()
  }
  await recount(
    db,
    rows.map((row) => [row, null]),
  )
  await noteEvents(
    ctx,
    rows.map((entry) => ({ entry, kind: 'deleted' })),
  )
}

/** Of one transaction: others wait for it. */
const ROWS = 500

type Found = SelectQueryBuilder<Database, 'content', object>

/** Deletes the entries that are found, many at a time, each time those that are still meant; answers how many. */
export async function removeAll(ctx: EventWriter, which: (entries: Found) => Found): Promise<number> {
  for (let total = 0; ;) {
    const count = await ctx.db.transaction().execute(async (tx) => {
      const rows = await which(tx.selectFrom('content'))
        .select(['content.id', 'classId', 'siteId', 'title', 'isRecycled', 'isStatus'])
        .orderBy('content.id')
        .limit(ROWS)
        // Waits for a transaction that restores a row at this moment; that row then no longer matches.
        .$if(engineOf(tx) === 'postgres', (query) => query.forUpdate())
        .execute()
      await removeForGood({ ...ctx, db: tx }, rows)
      return rows.length
    })
    total += count
    if (count < ROWS) return total
  }
}

/** Removes what was in the recycle bin for 30 days, and what columns held that are gone for good. */
export async function removeExpired(deps: ServerDeps): Promise<void> {
  const limit = deps.clock.now().getTime() - RETENTION_MS
  const ctx = byServer(deps)
  // The first condition as the index has it.
  await removeAll(ctx, (entries) =>
    entries
      .where(sql<SqlBool>`"recycleTime" > 0`)
      .where('recycleTime', '<=', limit)
      .where('isRecycled', '=', 1),
  )
  for (const classId of await goneColumns(deps)) await removeColumn(ctx, classId)
  await removeOldEvents(deps)
}

/** Columns with content that are neither in a site nor in the recycle area, from which they could come back. */
async function goneColumns({ db, clock }: ServerDeps): Promise<Set<number>> {
  const counted = db
    .selectFrom('content_count')
    .select(['classId', sql<string>`''`.as('columns')])
    .where('classId', 'not in', (query) => query.selectFrom('site_column').select('id'))
  if ((await counted.limit(1).execute()).length === 0) return new Set()
  const bins = db
    .selectFrom('column_bin')
    .select([sql<number>`0`.as('classId'), 'columns'])
    .where('expireTime', '>', clock.now().getTime())
  // One statement: in two, a column that is restored in between would be in neither result.
  const rows = await counted.unionAll(bins).execute()
  const gone = new Set(rows.flatMap(({ classId, columns }) => (columns === '' ? classId : [])))
  for (const { columns } of rows)
    if (columns !== '') for (const { id } of JSON.parse(columns) as { id: number }[]) gone.delete(id)
  return gone
}

async function removeColumn(ctx: EventWriter, classId: number): Promise<void> {
  const { db } = ctx
  await removeAll(ctx, (entries) => entries.where('classId', '=', classId))
  await db.deleteFrom('content_count').where('classId', '=', classId).execute()
  await db.deleteFrom('stale_page').where('classId', '=', classId).execute()
}
