import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from '../schema.ts'

/** Which sites let front ends read what is published. */
export const delivery: Migration = {
  async up(db: Kysely<Database>) {
    await db.schema
      .createTable('delivery_site')
      .addColumn('siteId', 'bigint', (c) => c.primaryKey())
      .addColumn('mode', 'text', (c) => c.notNull())
      .addColumn('columnIds', 'text', (c) => c.notNull())
      .addColumn('maxAge', 'integer', (c) => c.notNull())
      .addColumn('version', 'integer', (c) => c.notNull())
      .addColumn('updatedBy', 'text', (c) => c.notNull())
      .addColumn('updateTime', 'bigint', (c) => c.notNull())
      .execute()
  },
}
