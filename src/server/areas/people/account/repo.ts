import type { Kysely } from 'kysely'
import type { Database, RowOf } from '#server/db/schema.ts'
import type { CallContext } from '#server/http/context.ts'

/** The real name of an account; the user name if it has none or was deleted. */
export async function readTrueName(
  { db }: Pick<CallContext, 'db'>,
  { accountId, username }: { accountId: number; username: string },
): Promise<string> {
  const account = await db.selectFrom('account').select('trueName').where('id', '=', accountId).executeTakeFirst()
  return account?.trueName || username
}

export type Account = RowOf<'account'>

export const findAccountByName = (db: Kysely<Database>, usernameKey: string): Promise<Account | undefined> =>
  db.selectFrom('account').selectAll().where('usernameKey', '=', usernameKey).executeTakeFirst()
