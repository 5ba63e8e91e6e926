import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { Signed } from '#server/http/context.ts'
import { callAuthority } from './authority.ts'
import { hashToken, newToken } from './tokens.ts'

const HOUR = 3_600_000
/** A session ends after this time without a call. */
export const SESSION_MS = 12 * HOUR
/** And after this time however much it is used, unless the server is told another. */
export const SESSION_MAX_MS = 7 * 24 * HOUR
/** The end moves on only when this much of it is used: not every reading call writes. */
const RENEW_AFTER_MS = 5 * 60_000

/** Starts a session. Answers the token, which is stored nowhere else. */
export async function openSession(
  db: Kysely<Database>,
  at: { accountId: number; now: Date; ip: string; userAgent: string },
): Promise<string> {
  const { now, ...rest } = at
  const token = newToken()
  const createTime = now.getTime()
  await db.deleteFrom('session').where('expireTime', '<=', createTime).execute()
  await db
    .insertInto('session')
    .values({ ...rest, tokenHash: hashToken(token), createTime, expireTime: createTime + SESSION_MS })
    .execute()
  return token
}

/**
 * Who a token belongs to; null when it is unknown, expired, or its account is disabled. Each use moves the expiry on, but
 * never the absolute end, which counts from the sign-in.
 */
export async function findSession(deps: ServerDeps, token: string): Promise<Signed | null> {
  const { db, clock, sessionMaxMs = SESSION_MAX_MS } = deps
  const sessionHash = hashToken(token)
  const now = clock.now().getTime()
  const row = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.accountId')
    .innerJoin('role', 'role.id', 'account.roleId')
    .where('session.tokenHash', '=', sessionHash)
    .where('session.expireTime', '>', now)
    .where('session.createTime', '>', now - sessionMaxMs)
    .where('account.isStatus', '=', 1)
    .select([
      'account.id',
      'account.username',
      'account.roleId',
      'account.mustChangePassword',
      'role.title',
      'role.grantVersion',
      'session.expireTime',
    ])
    .executeTakeFirst()
  if (!row) return null
  if (row.expireTime - now < SESSION_MS - RENEW_AFTER_MS)
    await db
      .updateTable('session')
      .set({ expireTime: now + SESSION_MS })
      .where('tokenHash', '=', sessionHash)
      .execute()
  const { roleId, grantVersion } = row
  return {
    accountId: row.id,
    username: row.username,
    role: row.title,
    authority: await callAuthority(db, roleId, grantVersion),
    grants: `${roleId}.${grantVersion}`,
    sessionHash,
    mustChangePassword: row.mustChangePassword === 1,
  }
}

/** Ends one session; unknown ones are fine. */
export async function closeSession(db: Kysely<Database>, sessionHash: string): Promise<void> {
  await db.deleteFrom('session').where('tokenHash', '=', sessionHash).execute()
}

/** Ends all sessions of these accounts but the one with the hash `keep`, and the tokens that would begin one. */
export async function endSessions(db: Kysely<Database>, ids: readonly number[], keep = ''): Promise<number> {
  await db.deleteFrom('login_token').where('accountId', 'in', ids).execute()
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('accountId', 'in', ids)
    .where('tokenHash', '<>', keep)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
