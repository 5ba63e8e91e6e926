import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from '../schema.ts'

/** What the library shows is counted and found by date in the index alone, which SQLite does when it holds each column that is named. */
export const libraryIndex: Migration = {
  async up(db: Kysely<Database>) {
    await sql`create index attachment_library on attachment ("createTime", kind, "siteId", "accountId", "isRegistered", "expireTime")
      where "isRegistered" = 1 and "expireTime" is null`.execute(db)
  },
}
