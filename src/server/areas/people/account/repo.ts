import type { Kysely } from 'kysely'
import type { Database, RowOf } from '#server/db/schema.ts'

export type Account = RowOf<'account'>

export const findByName = (db: Kysely<Database>, usernameKey: string): Promise<Account | undefined> =>
  db.selectFrom('account').selectAll().where('usernameKey', '=', usernameKey).executeTakeFirst()
