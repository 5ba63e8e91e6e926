import { type Kysely, sql } from 'kysely'
import { engineOf } from './dialect.ts'
import type { Database } from './schema.ts'

/**
 * What one transaction at a time may change, across processes. With an id, each site, column or account has a lock of
 * its own. PostgreSQL keeps the pair (place in this list, id), so no two of them can meet: append only, never reorder.
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
] as const
export type LockName = (typeof LOCKS)[number]

/**
 * Takes an exclusive lock until the transaction ends. SQLite needs none: its transactions hold the write lock from
 * their start.
 * @param id of one row; 0: the whole
 */
export async function transactionLock(db: Kysely<Database>, name: LockName, id = 0): Promise<void> {
  if (engineOf(db) === 'postgres')
    await sql`select pg_advisory_xact_lock(${LOCKS.indexOf(name)}::int, ${id}::int)`.execute(db)
}

/** Takes the lock shared: it only excludes the exclusive holder. */
export async function sharedLock(db: Kysely<Database>, name: LockName, id = 0): Promise<void> {
  if (engineOf(db) === 'postgres')
    await sql`select pg_advisory_xact_lock_shared(${LOCKS.indexOf(name)}::int, ${id}::int)`.execute(db)
}
