import { type Kysely, sql } from 'kysely'
import { engineOf } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'

/** Takes away what migration 0096 made from the columns of accounts, so that a test of an earlier one can take those away. */
export async function withoutAccountSearch(db: Kysely<Database>): Promise<void> {
  if (engineOf(db) === 'postgres') await sql`drop function account_search cascade`.execute(db)
  else {
    await db.schema.dropIndex('account_search').execute()
    for (const event of ['insert', 'update']) await sql`drop trigger ${sql.ref(`account_search_${event}`)}`.execute(db)
  }
  await db.schema.alterTable('account').dropColumn('searchText').execute()
}
