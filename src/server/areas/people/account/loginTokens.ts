import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { Account } from './repo.ts'
import { hashToken, newToken } from './tokens.ts'

/** Long enough to be carried from the `token` command to the auto-login call. */
export const LOGIN_TOKEN_MS = 5 * 60_000

/** A token that signs the account in once, within five minutes. */
export async function issueLoginToken(db: Kysely<Database>, accountId: number, now: Date): Promise<string> {
  const token = newToken()
  await db.deleteFrom('login_token').where('expireTime', '<=', now.getTime()).execute()
  await db
    .insertInto('login_token')
    .values({ tokenHash: hashToken(token), accountId, expireTime: now.getTime() + LOGIN_TOKEN_MS })
    .execute()
  return token
}

/** The account of the token, which is used up by this; undefined when there is none. */
export async function spendLoginToken(db: Kysely<Database>, token: string, now: Date): Promise<Account | undefined> {
  const used = await db
    .deleteFrom('login_token')
    .where('tokenHash', '=', hashToken(token))
    .returning(['accountId', 'expireTime'])
    .executeTakeFirst()
  if (!used || used.expireTime <= now.getTime()) return undefined
  return db.selectFrom('account').selectAll().where('id', '=', used.accountId).executeTakeFirst()
}
