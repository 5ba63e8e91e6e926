import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from '../schema.ts'

/**
 * What the library shows is counted and found by date in the index alone, which SQLite does when it holds each column that is
 * named; and the few drafts of a person without a look at all
 * that he has published.
 */
export const libraryAndDrafts: Migration = {
  async up(db: Kysely<Database>) {
    await sql`create index attachment_library on attachment ("createTime", kind, "siteId", "accountId", "isRegistered", "expireTime")
      where "isRegistered" = 1 and "expireTime" is null`.execute(db)
    await sql`create index content_own_drafts on content ("createById", "updateTime")
      where "isStatus" = 0 and "isRecycled" = 0`.execute(db)
  },
}
