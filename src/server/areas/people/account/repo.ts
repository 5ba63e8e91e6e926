import type { Kysely, Selectable } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { AccountTable } from '#server/db/tables/core.ts'

export type Account = Selectable<AccountTable>

export const findByName = (db: Kysely<Database>, usernameKey: string): Promise<Account | undefined> =>
  db.selectFrom('account').selectAll().where('usernameKey', '=', usernameKey).executeTakeFirst()
