import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import { type CountedAt, recount } from './counts.ts'
import { chunks, KEPT_MS } from './entries.ts'
import { removeIndex } from './searchIndex.ts'

type Gone = CountedAt & { id: number }

/** Deletes entries with their texts, history and words. */
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

const EXPIRED_ROWS = 500

/** Removes what was in the recycle bin for 30 days, and what columns held that are gone for good. */
export async function removeExpired(deps: ServerDeps): Promise<void> {
  const limit = deps.clock.now().getTime() - KEPT_MS
  for (let more = true; more;) {
    more = await deps.db.transaction().execute(async (db) => {
      const rows = await db
        .selectFrom('content')
        .select(['id', 'classId', 'isRecycled', 'isStatus'])
        .where('isRecycled', '=', 1)
        .where('recycleTime', '<=', limit)
        .limit(EXPIRED_ROWS)
        .execute()
      await removeForGood(db, rows)
      return rows.length === EXPIRED_ROWS
    })
  }
  for (const classId of await goneColumns(deps)) await removeColumn(deps, classId)
}

/** Columns with content that are neither in a site nor in the recycle area, from which they could come back. */
async function goneColumns({ db, clock }: ServerDeps): Promise<number[]> {
  const counted = await db
    .selectFrom('content_count')
    .select('classId')
    .distinct()
    .where('classId', 'not in', (query) => query.selectFrom('site_column').select('id'))
    .execute()
  if (counted.length === 0) return []
  const now = clock.now().getTime()
  const bins = await db.selectFrom('column_bin').select('columns').where('expireTime', '>', now).execute()
  const kept = new Set(bins.flatMap(({ columns }) => (JSON.parse(columns) as { id: number }[]).map(({ id }) => id)))
  return counted.flatMap(({ classId }) => (kept.has(classId) ? [] : classId))
}

async function removeColumn(deps: ServerDeps, classId: number): Promise<void> {
  for (let more = true; more;) {
    more = await deps.db.transaction().execute(async (db) => {
      const rows = await db
        .selectFrom('content')
        .select(['id', 'classId', 'isRecycled', 'isStatus'])
        .where('classId', '=', classId)
        .limit(EXPIRED_ROWS)
        .execute()
      await removeForGood(db, rows)
      return rows.length === EXPIRED_ROWS
    })
  }
  await deps.db.deleteFrom('content_count').where('classId', '=', classId).execute()
  await deps.db.deleteFrom('stale_page').where('classId', '=', classId).execute()
}
