import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { Account } from '../repo.ts'
import { hashToken, newToken } from './tokens.ts'

/** Time to pass the token from the `token` command to the auto-login call. */
const LOGIN_TOKEN_LIFETIME_MS = 5 * 60_000

/** Creates a token that signs the account in once, within five minutes. */
export async function issueLoginToken(db: Kysely<Database>, accountId: number, now: Date): Promise<string> {
  const token = newToken()
  await db.deleteFrom('login_token').where('expireTime', '<=', now.getTime()).execute()
  await db
    .insertInto('login_token')
    .values({ tokenHash: hashToken(token), accountId, expireTime: now.getTime() + LOGIN_TOKEN_LIFETIME_MS })
    .execute()
  return token
}

/** The account of a valid token; undefined if the token is not valid. */
export const findTokenAccount = (db: Kysely<Database>, token: string, now: Date): Promise<Account | undefined> =>
  db
    .selectFrom('login_token')
    .innerJoin('account', 'account.id', 'login_token.accountId')
    .selectAll('account')
    .where('login_token.tokenHash', '=', hashToken(token))
    .where('login_token.expireTime', '>', now.getTime())
    .executeTakeFirst()

/** Consumes the token; of two concurrent calls only one returns true. */
export async function consumeLoginToken(db: Kysely<Database>, token: string): Promise<boolean> {
  const used = await db.deleteFrom('login_token').where('tokenHash', '=', hashToken(token)).executeTakeFirst()
  return used.numDeletedRows > 0n
}
