import { type Kysely, sql } from 'kysely'
import { AppError } from '#shared/errors/index.ts'
import type { Database } from '#server/db/schema.ts'

const MAX_FAILURES = 5
const LOCK_MS = 10 * 60_000

/**
 * Counts a try before the password is checked, so that parallel guesses can't slip past the limit. AppError `locked`
 * while the name is locked. `clearAttempts` follows when the password was right.
 */
export async function countAttempt(db: Kysely<Database>, usernameKey: string, now: Date): Promise<void> {
  const at = now.getTime()
  await db
    .deleteFrom('login_attempt')
    .where('usernameKey', '=', usernameKey)
    .where('lockedUntil', '>', 0)
    .where('lockedUntil', '<=', at)
    .execute()
  const { failures, lockedUntil } = await db
    .insertInto('login_attempt')
    .values({ usernameKey, failures: 1, lockedUntil: 0 })
    .onConflict((conflict) => conflict.column('usernameKey').doUpdateSet({ failures: sql`login_attempt.failures + 1` }))
    .returning(['failures', 'lockedUntil'])
    .executeTakeFirstOrThrow()
  if (lockedUntil > at) throw locked(lockedUntil - at)
  if (failures > MAX_FAILURES) throw locked(LOCK_MS)
}

/** After a wrong password: locks the name when it was the last allowed try, and then says so. */
export async function lockIfLast(db: Kysely<Database>, usernameKey: string, now: Date): Promise<void> {
  const result = await db
    .updateTable('login_attempt')
    .set({ lockedUntil: now.getTime() + LOCK_MS })
    .where('usernameKey', '=', usernameKey)
    .where('failures', '>=', MAX_FAILURES)
    .executeTakeFirst()
  if (result.numUpdatedRows > 0n) throw locked(LOCK_MS)
}

export async function clearAttempts(db: Kysely<Database>, usernameKey: string): Promise<void> {
  await db.deleteFrom('login_attempt').where('usernameKey', '=', usernameKey).execute()
}

function locked(forMs: number): AppError {
  const minutes = Math.max(1, Math.ceil(forMs / 60_000))
  return new AppError('locked', `登录失败次数过多，账号已锁定，请 ${minutes} 分钟后再试`, {
    details: { facts: { minutes } },
  })
}
