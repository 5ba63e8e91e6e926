import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { AppError } from '#shared/errors/index.ts'
import { engineOf } from './dialect.ts'
import type { Database } from './schema.ts'

const PAUSE_MS = 3
/** Below the time after which PostgreSQL looks for deadlocks: it is this that gives way, not somebody's call. */
const WAIT = '200ms'
const LONGEST_MS = 60_000
const SQLITE_BUSY = 5
const LOCK_NOT_AVAILABLE = '55P03'

/** How writers are kept away: by the connections of this process's server, or beside another one, by its embedded database's file. */
export type WritersOf = { file: string } | { db: Kysely<Database> }

/**
 * Runs short work while no transaction that changes template files is open, in any process, and none begins: each has the lock
 * of its template's row before its first file.
 * @throws AppError `unavailable` when others leave no room for a minute
 */
export async function whileNoWriter(of: WritersOf, work: () => Promise<void>): Promise<void> {
  if ('file' in of) return besideServer(of.file, work)
  // In the queue of the only connection.
  if (engineOf(of.db) === 'sqlite') return of.db.transaction().execute(work)
  return untilFree(() => withTableLock(of.db, work))
}

async function untilFree(attempt: () => Promise<boolean>): Promise<void> {
  const until = Date.now() + LONGEST_MS
  while (!(await attempt())) {
    if (Date.now() > until) throw new AppError('unavailable', '数据库一直在写入，现在不能备份模板，请稍后再试')
    await delay(PAUSE_MS)
  }
}

/** @returns false: somebody has it */
async function withTableLock(db: Kysely<Database>, work: () => Promise<void>): Promise<boolean> {
  let hasLock = false
  try {
    await db.transaction().execute(async (tx) => {
      await sql.raw(`set local lock_timeout = '${WAIT}'`).execute(tx)
      await sql`lock table template in share mode`.execute(tx)
      hasLock = true
      await work()
    })
    return true
  } catch (error) {
    if (!hasLock && error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE) return false
    throw error
  }
}

async function besideServer(file: string, work: () => Promise<void>): Promise<void> {
  const live = new DatabaseSync(file)
  try {
    await untilFree(async () => hasBegun(live))
    await work()
    live.exec('rollback')
  } finally {
    live.close()
  }
}

/** Without waiting, which would stop this thread. */
function hasBegun(live: DatabaseSync): boolean {
  try {
    live.exec('pragma busy_timeout = 0; begin immediate')
    return true
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && Number(error.errcode) % 256 === SQLITE_BUSY) return false
    throw error
  }
}
