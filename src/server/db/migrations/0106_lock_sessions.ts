import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from '../schema.ts'

/** The session that an entry's lock belongs to; '' for locks of before, which end by themselves within a minute. */
export const lockSessions: Migration = {
  async up(db: Kysely<Database>) {
    await db.schema
      .alterTable('entry_lock')
      .addColumn('session', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
  },
}
