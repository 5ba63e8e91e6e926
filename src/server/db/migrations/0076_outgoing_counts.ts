import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from '../schema.ts'

/** How many messages each list holds, and which recipients a power cut may have caught. */
export const outgoingCounts: Migration = {
  async up(db: Kysely<Database>) {
    await db.schema
      .createTable('outgoing_count')
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('siteId', 'bigint', (c) => c.notNull())
      .addColumn('count', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('outgoing_count_key', ['kind', 'siteId'])
      .execute()
    await sql`insert into outgoing_count (kind, "siteId", count)
      select kind, "siteId", count(*) from outgoing group by kind, "siteId"`.execute(db)
    await db.schema
      .alterTable('outgoing')
      .addColumn('aheadTo', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    await db.schema
      .alterTable('outgoing')
      .addColumn('aheadBy', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
  },
}
