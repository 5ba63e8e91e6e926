import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { engineOf, idColumn } from '../dialect.ts'
import type { Database } from '../schema.ts'

/** What the program tells an account: tasks that wait for it, and what became of its own work. */
export const notices: Migration = {
  async up(db: Kysely<Database>) {
    await db.schema
      .createTable('notice')
      .addColumn('id', 'integer', idColumn(engineOf(db)))
      .addColumn('accountId', 'bigint', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('body', 'text', (c) => c.notNull())
      .addColumn('place', 'text', (c) => c.notNull())
      .addColumn('siteId', 'bigint', (c) => c.notNull())
      .addColumn('classId', 'bigint', (c) => c.notNull())
      .addColumn('contentId', 'bigint', (c) => c.notNull())
      .addColumn('createTime', 'bigint', (c) => c.notNull())
      .addColumn('readTime', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute()
    const index = (name: string) => db.schema.createIndex(name).on('notice')
    await index('notice_list').columns(['accountId', 'id']).execute()
    await index('notice_unread').columns(['accountId', 'readTime', 'id']).execute()
    await index('notice_age').columns(['createTime']).execute()
  },
}
