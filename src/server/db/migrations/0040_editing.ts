import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { engineOf, idColumn } from '../dialect.ts'
import type { Database } from '../schema.ts'

/** Who has an entry open, and when entries are to be published and taken off. */
export const editing: Migration = {
  async up(db: Kysely<Database>) {
    await db.schema
      .createTable('entry_lock')
      .addColumn('contentId', 'bigint', (c) => c.primaryKey())
      .addColumn('classId', 'bigint', (c) => c.notNull())
      .addColumn('accountId', 'bigint', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('holder', 'text', (c) => c.notNull())
      .addColumn('sinceTime', 'bigint', (c) => c.notNull())
      .addColumn('seenTime', 'bigint', (c) => c.notNull())
      .addColumn('takenFrom', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('entry_lock_column').on('entry_lock').columns(['classId', 'seenTime']).execute()
    await db.schema
      .createTable('content_schedule')
      .addColumn('id', 'integer', idColumn(engineOf(db)))
      .addColumn('contentId', 'bigint', (c) => c.notNull())
      .addColumn('classId', 'bigint', (c) => c.notNull())
      .addColumn('siteId', 'bigint', (c) => c.notNull())
      .addColumn('action', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('dueTime', 'bigint', (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('acceptSensitive', 'smallint', (c) => c.notNull())
      .addColumn('approvalId', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('accountId', 'bigint', (c) => c.notNull())
      .addColumn('username', 'text', (c) => c.notNull())
      .addColumn('createTime', 'bigint', (c) => c.notNull())
      .addColumn('endTime', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('message', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
    const index = (name: string) => db.schema.createIndex(name).on('content_schedule')
    // One of each kind waits for an entry.
    await index('content_schedule_one')
      .unique()
      .columns(['contentId', 'action'])
      .where(sql.ref('state'), '=', sql.lit('planned'))
      .execute()
    await index('content_schedule_due').columns(['state', 'dueTime']).execute()
    await index('content_schedule_site').columns(['siteId', 'dueTime']).execute()
    await index('content_schedule_entry').columns(['contentId', 'id']).execute()
  },
}
