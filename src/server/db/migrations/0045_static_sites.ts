import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from '../schema.ts'

/** What is set for a site's static pages, and how their last build went. */
export const staticSites: Migration = {
  async up(db: Kysely<Database>) {
    await db.schema
      .createTable('static_site')
      .addColumn('siteId', 'bigint', (c) => c.primaryKey())
      .addColumn('isAuto', 'smallint', (c) => c.notNull().defaultTo(0))
      .addColumn('buildTime', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('signature', 'text', (c) => c.notNull().defaultTo(''))
      .addColumn('report', 'text', (c) => c.notNull().defaultTo('{}'))
      .execute()
  },
}
