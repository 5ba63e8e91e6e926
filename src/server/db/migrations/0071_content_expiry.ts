import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from '../schema.ts'

/**
 * What is in the recycle bin by its time, and nothing else. The embedded database took the index of 0010 for statements that name
 * many entries by id and want those outside of the bin: it went through all entries.
 */
export const contentExpiry: Migration = {
  async up(db: Kysely<Database>) {
    await db.schema.dropIndex('content_expiry').execute()
    await sql`create index content_expiry on content ("recycleTime") where "recycleTime" > 0`.execute(db)
  },
}
