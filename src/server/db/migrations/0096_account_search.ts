import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { engineOf } from '../dialect.ts'
import type { Database } from '../schema.ts'

/** What a list of accounts is searched by; the sign between them is one that nobody types. */
const SEARCHED = ['username', 'trueName', 'email', 'phone', 'employeeNumber']

/**
 * One text for each account, in lower case, which the search goes through in one look instead of five. Kept by triggers, so a
 * process of the former version writes it too.
 */
export const accountSearch: Migration = {
  async up(db: Kysely<Database>) {
    await db.schema
      .alterTable('account')
      .addColumn('searchText', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
    await (engineOf(db) === 'postgres' ? onPostgres(db) : onSqlite(db))
  },
}

const textOf = (row: string, separator: string): string =>
  SEARCHED.map((column) => `${row}"${column}"`).join(` || ${separator} || `)
const COLUMNS = SEARCHED.map((column) => `"${column}"`).join(', ')

async function onSqlite(db: Kysely<Database>): Promise<void> {
  const set = `update account set "searchText" = lower(${textOf('', 'char(1)')})`
  await sql.raw(set).execute(db)
  for (const [event, columns] of [
    ['insert', ''],
    ['update', `of ${COLUMNS}`],
  ] as const)
    await sql
      .raw(
        `create trigger account_search_${event} after ${event} ${columns} on account begin ${set} where id = new.id; end`,
      )
      .execute(db)
  // Holds each column that a search names, so it reads this instead of the whole rows.
  await sql`create index account_search on account ("searchText", initials, username, "trueName", "roleId", "departmentId")`.execute(
    db,
  )
}

/** In the plain order only A to Z have a lower case, as in the embedded database: a moved row stays the same. */
async function onPostgres(db: Kysely<Database>): Promise<void> {
  const lower = (row: string): string => `lower((${textOf(row, 'chr(1)')}) collate "C")`
  await sql.raw(`update account set "searchText" = ${lower('')}`).execute(db)
  await sql
    .raw(
      `create function account_search() returns trigger language plpgsql as $$
        begin new."searchText" := ${lower('new.')}; return new; end $$`,
    )
    .execute(db)
  await sql
    .raw(
      `create trigger account_search before insert or update of ${COLUMNS} on account
        for each row execute function account_search()`,
    )
    .execute(db)
}
