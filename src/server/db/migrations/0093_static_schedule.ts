import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from '../schema.ts'

/** When sites build themselves by a plan; those that are there have none. */
export const staticSchedule: Migration = {
  async up(db: Kysely<Database>) {
    await db.schema
      .alterTable('static_site')
      .addColumn('schedule', 'text', (c) => c.notNull().defaultTo('{}'))
      .execute()
    await db.schema
      .alterTable('static_site')
      .addColumn('nextTime', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute()
    // Asked every two seconds, and the rows carry long reports.
    await sql`create index static_site_next on static_site ("nextTime") where "nextTime" > 0`.execute(db)
  },
}
