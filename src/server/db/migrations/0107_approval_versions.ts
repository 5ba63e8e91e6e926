import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from '../schema.ts'

/**
 * Applications name the version of the entry that they were saved with, so that the history shows the texts that waited. An
 * application of before is of the newest version that was applied for in the minute before it.
 */
export const approvalVersions: Migration = {
  async up(db: Kysely<Database>) {
    await db.schema
      .alterTable('approval')
      .addColumn('version', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute()
    await sql`update approval set version = coalesce((
        select max(r.version) from content_revision r
        where r."contentId" = approval."contentId" and r.reason = 'apply'
          and r."createTime" <= approval."createTime" and r."createTime" > approval."createTime" - 60000), 0)`.execute(
      db,
    )
    // Of applications within one minute each keeps its own: the older ones of the same version have none.
    await sql`update approval set version = 0 where exists (
        select 1 from approval later where later."contentId" = approval."contentId"
          and later.version = approval.version and later.id > approval.id)`.execute(db)
  },
}
