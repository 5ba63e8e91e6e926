import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from '../schema.ts'

/** A new entry that is saved again because its answer was lost is the same one. */
export const contentAttempts: Migration = {
  async up(db: Kysely<Database>) {
    const content = db.schema.alterTable('content')
    await content.addColumn('attempt', 'text', (c) => c.notNull().defaultTo('')).execute()
    await db.schema
      .createIndex('content_attempt')
      .on('content')
      .columns(['createById', 'attempt'])
      .where('attempt', '<>', '')
      .execute()
  },
}
