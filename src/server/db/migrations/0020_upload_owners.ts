import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from '../schema.ts'

/** Whose an unfinished upload is and how large it will be: it counts against the quota from its beginning. */
export const uploadOwners: Migration = {
  async up(db: Kysely<Database>) {
    const session = db.schema.alterTable('upload_session')
    for (const name of ['accountId', 'siteId', 'totalSize'] as const)
      await session.addColumn(name, 'bigint', (c) => c.notNull().defaultTo(0)).execute()
    await db.schema.createIndex('attachment_account').on('attachment').columns(['accountId', 'siteId']).execute()
  },
}
