import { type Kysely, sql } from 'kysely'
import { engineOf } from './dialect.ts'
import type { Database } from './schema.ts'

/**
 * Names of locks that exclude other processes, too. With an id, each site, column or account has its own lock. The
 * PostgreSQL key is the pair (index in this list, id), so new names are appended and the order never changes.
 */
const LOCKS = [
  'seed',
  'siteNames',
  'departments',
  'accounts',
  'roles',
  'memberLevels',
  'signInRules',
  'classify',
  'columnTree',
  'columnFields',
  'singleArticle',
  'saveAttempt',
  'siteQuota',
  'accountQuota',
  'copyRule',
  'operationLog',
  'phoneCode',
  'systemMessages',
  'backup',
  'move',
  'siteJob',
] as const
type LockName = (typeof LOCKS)[number]

/**
 * Acquires an exclusive lock until the transaction ends. SQLite needs none: its transactions hold the write lock from
 * their start.
 * @param id of one row; 0: one lock for all rows
 */
export async function acquireTransactionLock(db: Kysely<Database>, name: LockName, id = 0): Promise<void> {
  if (engineOf(db) === 'postgres')
    await sql`select pg_advisory_xact_lock(${LOCKS.indexOf(name)}::int, ${id}::int)`.execute(db)
}

/** Acquires the lock in shared mode, which excludes only exclusive holders. */
export async function acquireSharedLock(db: Kysely<Database>, name: LockName, id = 0): Promise<void> {
  if (engineOf(db) === 'postgres')
    await sql`select pg_advisory_xact_lock_shared(${LOCKS.indexOf(name)}::int, ${id}::int)`.execute(db)
}

/**
 * Acquires a lock that outlives transactions, on a separate connection. PostgreSQL only: the embedded database's folder
 * has a lock of its own. @returns a function that releases the lock; null: another process holds it
 */
export async function acquireSessionLock(db: Kysely<Database>, name: LockName): Promise<(() => Promise<void>) | null> {
  const key = LOCKS.indexOf(name)
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const { promise: taken, resolve: take } = Promise.withResolvers<boolean>()
  const held = db.connection().execute(async (own) => {
    const { rows } = await sql<{ isFree: boolean }>`select pg_try_advisory_lock(${key}::int, 0) as "isFree"`.execute(
      own,
    )
    const isFree = rows[0]?.isFree === true
    take(isFree)
    if (!isFree) return
    await ended
    await sql`select pg_advisory_unlock(${key}::int, 0)`.execute(own)
  })
  if (!(await Promise.race([taken, held.then(() => false)]))) {
    await held
    return null
  }
  return () => {
    end()
    return held
  }
}

/** Whether a process holds this lock. */
export async function isLocked(db: Kysely<Database>, name: LockName): Promise<boolean> {
  if (engineOf(db) !== 'postgres') return false
  const key = LOCKS.indexOf(name)
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock_shared(${key}::int, 0) as "isFree"`.execute(db)
  return rows[0]?.isFree === false
}
