import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from '../schema.ts'

/** No address of a counting script is agreed to yet: pages load none that was set before until an administrator confirms it. */
export const countScript: Migration = {
  async up(db: Kysely<Database>) {
    await db.schema
      .alterTable('analytics_site')
      .addColumn('confirmedUrl', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
  },
}
