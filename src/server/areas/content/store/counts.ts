import type { Flag } from '#server/db/table.ts'
import type { Kysely } from 'kysely'
import { runBeforeCommit } from '#server/db/ambientDatabase.ts'
import type { Database } from '#server/db/schema.ts'
import { splitIntoBatches } from '#shared/util/lists.ts'

/** Column and state in which an entry is counted. */
export interface EntryState {
  classId: number
  isRecycled: Flag
  isStatus: Flag
}

type Move = readonly [from: EntryState | null, to: EntryState | null]
type Changes = Map<string, EntryState & { total: number }>

/** Changes of totals that open transactions will write. */
const pending = new WeakMap<Kysely<Database>, Changes>()

/**
 * Updates the totals of columns: each entry moves between two states; null means not existing. The totals are written
 * by the transaction's last statement, so that their rows are locked only briefly. Until then the transaction reads
 * the old totals.
 */
export async function updateCounts(db: Kysely<Database>, moves: readonly Move[]): Promise<void> {
  const known = pending.get(db)
  const changes: Changes = known ?? new Map()
  for (const [from, to] of moves) {
    addChange(changes, from, -1)
    addChange(changes, to, 1)
  }
  if (known) return
  pending.set(db, changes)
  await runBeforeCommit(db, async () => {
    pending.delete(db)
    await writeTotals(db, changes)
  })
}

function addChange(changes: Changes, at: EntryState | null, by: number): void {
  if (!at) return
  const { classId, isRecycled, isStatus } = at
  const key = `${String(classId).padStart(16, '0')}/${isRecycled}${isStatus}`
  changes.set(key, { classId, isRecycled, isStatus, total: (changes.get(key)?.total ?? 0) + by })
}

/** All transactions write rows in the same order, which prevents deadlocks. */
async function writeTotals(db: Kysely<Database>, changes: Changes): Promise<void> {
  const keys = [...changes.keys()].sort()
  const rows = keys.flatMap((key) => changes.get(key) ?? []).filter(({ total }) => total !== 0)
  for (const part of splitIntoBatches(rows, ROWS_PER_INSERT))
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
/** Rows per statement. */
const ROWS_PER_INSERT = 100

/** Number of the column's entries in a state. Without `isStatus`: drafts and published ones. */
export async function readTotal(
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
