import type { Kysely } from 'kysely'
import { engineOf } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import type { Flag } from '#server/db/tables/core.ts'
import { inParts } from '#shared/util/lists.ts'

/** Where an entry is counted. */
export interface CountedAt {
  classId: number
  isRecycled: Flag
  isStatus: Flag
}

/** Keeps the totals of columns: each entry leaves the first place for the second; null: it was not there, or is gone. */
export async function recount(
  db: Kysely<Database>,
  moves: readonly (readonly [from: CountedAt | null, to: CountedAt | null])[],
): Promise<void> {
  const changes = new Map<string, CountedAt & { total: number }>()
  const add = (at: CountedAt | null, by: number): void => {
    if (!at) return
    const { classId, isRecycled, isStatus } = at
    const key = `${String(classId).padStart(16, '0')}/${isRecycled}${isStatus}`
    changes.set(key, { classId, isRecycled, isStatus, total: (changes.get(key)?.total ?? 0) + by })
  }
  for (const [from, to] of moves) {
    add(from, -1)
    add(to, 1)
  }
  const keys = [...changes.keys()].sort()
  // Locked in one order, all rows of a column at once, so that two transactions can't deadlock.
  const columns = [...new Set(keys.map((key) => changes.get(key)?.classId ?? 0))]
  if (engineOf(db) === 'postgres' && columns.length > 0)
    await db
      .selectFrom('content_count')
      .select('classId')
      .where('classId', 'in', columns)
      .orderBy('classId')
      .orderBy('isRecycled')
      .orderBy('isStatus')
      .forUpdate()
      .execute()
  const rows = keys.flatMap((key) => changes.get(key) ?? []).filter(({ total }) => total !== 0)
  for (const part of inParts(rows, ROWS))
    await db
      .insertInto('content_count')
      .values(part)
      .onConflict((conflict) =>
        conflict
          .columns(['classId', 'isRecycled', 'isStatus'])
          .doUpdateSet((eb) => ({ total: eb('content_count.total', '+', eb.ref('excluded.total')) })),
      )
      .execute()
}
/** Rows of one statement. */
const ROWS = 100

/** How many entries the column has in a state; `isStatus` absent: drafts and published ones. */
export async function totalOf(
  db: Kysely<Database>,
  at: { classId: number; isRecycled: Flag; isStatus?: Flag | undefined },
): Promise<number> {
  const rows = await db
    .selectFrom('content_count')
    .select(['isStatus', 'total'])
    .where('classId', '=', at.classId)
    .where('isRecycled', '=', at.isRecycled)
    .execute()
  return rows.reduce((sum, row) => sum + (at.isStatus === undefined || row.isStatus === at.isStatus ? row.total : 0), 0)
}
