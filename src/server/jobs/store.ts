import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely'
import type { JobKind } from '#shared/contract/job.ts'
import { databaseTime, engineOf } from '../db/dialect.ts'
import type { Database } from '../db/schema.ts'
import type { JobTable } from '../db/tables/jobs.ts'

export type JobRow = Selectable<JobTable>
type Db = Kysely<Database>

/** A process whose heart did not beat for so long is taken for gone. By the database's clock. */
export const LEASE_MS = 15_000
export const HEARTBEAT_MS = 5000
export const MAX_ATTEMPTS = 3

/**
 * The embedded database belongs to one process: what runs there when it starts, runs nowhere. On PostgreSQL another
 * server may have it, so its lease decides.
 */
export async function takeOver(db: Db): Promise<void> {
  if (engineOf(db) === 'postgres') return
  await db.updateTable('job').set({ leaseUntil: 0 }).where('state', '=', 'running').execute()
}

/** Takes the oldest job that waits, or whose process is gone; of several processes each gets another. */
export function claimJob(db: Db, kinds: readonly JobKind[]): Promise<JobRow | undefined> {
  return db
    .updateTable('job')
    .set((eb) => ({ state: 'running', leaseUntil: leaseEnd(db), attempts: eb('attempts', '+', 1) }))
    .where('id', '=', (eb) => {
      const oldest = eb.selectFrom('job').select('id').where(free(db, kinds)).orderBy('id').limit(1)
      // Without skipLocked the loser of a race would get no job, and the next one would wait for the next poll.
      return engineOf(db) === 'postgres' ? oldest.forUpdate().skipLocked() : oldest
    })
    .where(free(db, kinds))
    .returningAll()
    .executeTakeFirst()
}

const leaseEnd = (db: Db) => sql<number>`${databaseTime(db)} + ${sql.lit(LEASE_MS)}`

const free = (db: Db, kinds: readonly JobKind[]) => (eb: ExpressionBuilder<Database, 'job'>) =>
  eb.and([
    eb('kind', 'in', kinds),
    eb.or([eb('state', '=', 'queued'), eb.and([eb('state', '=', 'running'), eb('leaseUntil', '<', databaseTime(db))])]),
  ])

/** A job as one process took it; another that takes it over counts an attempt more. */
export type Taken = Pick<JobRow, 'id' | 'attempts'>

/** Says that the process which has a job is there; answers false when another has taken it over, or it has ended. */
export async function beat(db: Db, { id, attempts }: Taken): Promise<boolean> {
  const row = await db
    .updateTable('job')
    .set({ leaseUntil: leaseEnd(db) })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Keeps how far a job is, and its lease; answers whether it may go on. */
export async function keepProgress(db: Db, { id, attempts }: Taken, step: { progress: number; message: string }) {
  const row = await db
    .updateTable('job')
    .set({ ...step, leaseUntil: leaseEnd(db) })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'running')
    .returning('cancelAsked')
    .executeTakeFirst()
  return row?.cancelAsked === 0
}

/** Marks a running job as done, unless it was cancelled or taken over; the row stays locked until the transaction ends. */
export async function markDone(db: Db, { id, attempts }: Taken, now: number): Promise<boolean> {
  const row = await db
    .updateTable('job')
    .set({ state: 'done', progress: 100, message: '已完成', endTime: now })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'running')
    .where('cancelAsked', '=', 0)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function endJob(
  db: Db,
  { id, attempts }: Taken,
  end: { state: 'failed' | 'cancelled'; message: string; now: number },
): Promise<void> {
  const change = { state: end.state, message: end.message, endTime: end.now }
  await db
    .updateTable('job')
    .set(change)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'running')
    .execute()
}

/** Gives a job back that this process can't finish because it ends. */
export async function giveBack(db: Db, { id, attempts }: Taken): Promise<void> {
  const change = { state: 'queued', leaseUntil: 0, progress: 0, message: '等待中' } as const
  await db
    .updateTable('job')
    .set((eb) => ({ ...change, attempts: eb('attempts', '-', 1) }))
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'running')
    .execute()
}
