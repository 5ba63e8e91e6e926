import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { engineOf } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import { type CountedAt, recount } from '../store/counts.ts'
import { chunks, KEPT_MS } from '../store/entries.ts'
import { removeIndex } from '../search/searchIndex.ts'

type Gone = CountedAt & { id: number }

/** Deletes entries, which the caller has locked, with their texts, history and words. */
export async function removeForGood(db: Kysely<Database>, rows: readonly Gone[]): Promise<void> {
  for (const part of chunks(rows)) {
    const ids = part.map((row) => row.id)
    await removeIndex(db, ids)
    await db.deleteFrom('content').where('id', 'in', ids).execute()
  }
  await recount(
    db,
    rows.map((row) => [row, null]),
  )
}

/** Of one transaction: others wait for it. */
const ROWS = 500

type Found = SelectQueryBuilder<Database, 'content', object>

/** Deletes the entries that are found, many at a time, each time those that are still meant; answers how many. */
export async function removeAll(db: Kysely<Database>, which: (entries: Found) => Found): Promise<number> {
  for (let total = 0; ;) {
    const count = await db.transaction().execute(async (tx) => {
      const rows = await which(tx.selectFrom('content'))
        .select(['content.id', 'classId', 'isRecycled', 'isStatus'])
        .orderBy('content.id')
        .limit(ROWS)
        // Waits for a transaction that restores a row at this moment; that row then no longer matches.
        .$if(engineOf(tx) === 'postgres', (query) => query.forUpdate())
        .execute()
      await removeForGood(tx, rows)
      return rows.length
    })
    total += count
    if (count < ROWS) return total
  }
}

/** Removes what was in the recycle bin for 30 days, and what columns held that are gone for good. */
export async function removeExpired(deps: ServerDeps): Promise<void> {
  const limit = deps.clock.now().getTime() - KEPT_MS
  await removeAll(deps.db, (entries) => entries.where('isRecycled', '=', 1).where('recycleTime', '<=', limit))
  for (const classId of await goneColumns(deps)) await removeColumn(deps, classId)
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

async function removeColumn({ db }: ServerDeps, classId: number): Promise<void> {
  await removeAll(db, (entries) => entries.where('classId', '=', classId))
  await db.deleteFrom('content_count').where('classId', '=', classId).execute()
  await db.deleteFrom('stale_page').where('classId', '=', classId).execute()
}
