import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from '../schema.ts'

/** An upload that registers itself is the same one when it is sent again. */
export const uploadAttempts: Migration = {
  async up(db: Kysely<Database>) {
    const attachment = db.schema.alterTable('attachment')
    await attachment.addColumn('attempt', 'text', (c) => c.notNull().defaultTo('')).execute()
    await db.schema
      .createIndex('attachment_attempt')
      .on('attachment')
      .columns(['accountId', 'attempt'])
      .unique()
      .where('attempt', '<>', '')
      .execute()
  },
}
