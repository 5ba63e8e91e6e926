import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { JobKind } from '#shared/contract/job.ts'
import { databaseTimeSql, engineOf } from '../db/dialect.ts'
import type { Database, RowOf } from '../db/schema.ts'
import { acquireTransactionLock } from '../db/locks.ts'

export type JobRow = RowOf<'job'>
type Db = Kysely<Database>

/** A process that does not renew its lease for this long counts as dead; ms of the database's clock. */
export const LEASE_MS = 15_000
export const HEARTBEAT_MS = 5000
export const MAX_ATTEMPTS = 3

/**
 * Clears the leases of running jobs at the start of a process on SQLite: its only process has ended. On PostgreSQL
 * leases expire, because another server may be running the jobs.
 */
export async function clearLeases(db: Db): Promise<void> {
  if (engineOf(db) === 'postgres') return
  await db.updateTable('job').set({ leaseUntil: 0 }).where('state', '=', 'running').execute()
}

/**
 * Only one job of these kinds runs per site, across processes: they write the same pages. Backups of the server are
 * jobs of site 0: two at once would read all files twice.
 */
const PER_SITE: readonly JobKind[] = ['statics.build', 'statics.clean', 'server.backup']

/** Only one job of these kinds runs per object, across processes; jobs of other objects don't wait for it. */
const PER_OBJECT: readonly JobKind[] = ['site.deploy']

/** Claims the oldest job that waits or whose process is dead; concurrent processes get different ones. */
export function claimJob(db: Db, kinds: readonly JobKind[]): Promise<JobRow | undefined> {
  if (kinds.length === 0) return Promise.resolve(undefined)
  if (!kinds.some((kind) => PER_SITE.includes(kind) || PER_OBJECT.includes(kind))) return claimOldest(db, kinds)
  return db.transaction().execute(async (tx) => {
    // Without the lock two processes that claim at once would not see each other's job.
    await acquireTransactionLock(tx, 'siteJob')
    return claimOldest(tx, kinds)
  })
}

function claimOldest(db: Db, kinds: readonly JobKind[]): Promise<JobRow | undefined> {
  return db
    .updateTable('job')
    .set((eb) => ({ state: 'running', leaseUntil: leaseEnd(db), attempts: eb('attempts', '+', 1) }))
    .where('id', '=', (eb) => {
      const oldest = eb.selectFrom('job').select('id').where(isClaimable(db, kinds)).orderBy('id').limit(1)
      // Without skipLocked the loser of a race would get no job, and the next one would wait for the next poll.
      return engineOf(db) === 'postgres' ? oldest.forUpdate().skipLocked() : oldest
    })
    .where(isClaimable(db, kinds))
    .returningAll()
    .executeTakeFirst()
}

/** Sets the message of queued jobs to the reason why they wait. */
export async function setWaitReason(db: Db, kinds: readonly JobKind[], reason: string): Promise<void> {
  await db
    .updateTable('job')
    .set({ message: reason })
    .where('kind', 'in', kinds)
    .where('state', '=', 'queued')
    .where('message', '!=', reason)
    .execute()
}

const leaseEnd = (db: Db) => sql<number>`${databaseTimeSql(db)} + ${sql.lit(LEASE_MS)}`

const isClaimable = (db: Db, kinds: readonly JobKind[]) => (eb: ExpressionBuilder<Database, 'job'>) =>
  eb.and([
    // Same text as in the index job_open; otherwise the query would scan all finished jobs.
    sql<boolean>`state in ('queued', 'running')`,
    eb('kind', 'in', kinds),
    eb.or([
      eb('state', '=', 'queued'),
      eb.and([eb('state', '=', 'running'), eb('leaseUntil', '<', databaseTimeSql(db))]),
    ]),
    eb.or([eb('kind', 'not in', PER_SITE), eb.not(eb.exists(runningForSite(db)))]),
    eb.or([eb('kind', 'not in', PER_OBJECT), eb.not(eb.exists(runningForObject(db)))]),
  ])

/** A running per-site job for the site of the row `job`. */
const runningForSite = (db: Db) =>
  running(db, PER_SITE).where(sql<boolean>`other."siteId" = job."siteId" and other.id <> job.id`)

/** A running job of the same kind for the object of the row `job`. */
const runningForObject = (db: Db) =>
  running(db, PER_OBJECT).where(
    sql<boolean>`other.kind = job.kind and other."objectId" = job."objectId" and other.id <> job.id`,
  )

const running = (db: Db, kinds: readonly JobKind[]) =>
  db
    .selectFrom('job as other')
    .select('other.id')
    // Same text as in the index job_open.
    .where(sql<boolean>`other.state in ('queued', 'running')`)
    .where('other.state', '=', 'running')
    .where('other.kind', 'in', kinds)
    .where('other.leaseUntil', '>=', databaseTimeSql(db))

/** Whether a running job has an expired lease, because its process is dead. */
export const hasExpiredLease = async (db: Db): Promise<boolean> =>
  (await db
    .selectFrom('job')
    .select('id')
    .where('state', '=', 'running')
    .where('leaseUntil', '<', databaseTimeSql(db))
    .limit(1)
    .executeTakeFirst()) !== undefined

/** A job as claimed by one process; the next claim has a higher `attempts`. */
export type ClaimedJob = Pick<JobRow, 'id' | 'attempts'>

/** Renews the lease of a job; false when another process has claimed it or it has ended. */
export async function renewLease(db: Db, { id, attempts }: ClaimedJob): Promise<boolean> {
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

/** Stores a job's progress and renews its lease; returns whether the job may continue. */
export async function saveProgress(db: Db, { id, attempts }: ClaimedJob, step: { progress: number; message: string }) {
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

/**
 * Marks a running job as done, unless it was cancelled or claimed by another process. The row stays locked until the
 * transaction ends.
 */
export async function markDone(db: Db, { id, attempts }: ClaimedJob, now: number): Promise<boolean> {
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
  { id, attempts }: ClaimedJob,
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

/** Releases a job that this process can't finish because it is stopping. */
export async function releaseJob(db: Db, { id, attempts }: ClaimedJob): Promise<void> {
  const change = { state: 'queued', leaseUntil: 0, progress: 0, message: '等待中' } as const
  await db
    .updateTable('job')
    .set((eb) => ({ ...change, attempts: eb('attempts', '-', 1) }))
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'running')
    .execute()
}
