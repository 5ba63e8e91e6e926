import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { engineOf, idColumn } from '../dialect.ts'
import type { Database } from '../schema.ts'

/** Messages of sites to groups and people. */
export const siteInbox: Migration = {
  async up(db: Kysely<Database>) {
    const texts = [
      'title',
      'photo',
      'content',
      'receiveGroup',
      'receiver',
      'receiverNames',
      'emailList',
      'createBy',
    ] as const
    let table = db.schema
      .createTable('site_inbox')
      .addColumn('id', 'integer', idColumn(engineOf(db)))
      .addColumn('siteId', 'bigint', (c) => c.notNull())
    for (const name of texts) table = table.addColumn(name, 'text', (c) => c.notNull())
    await table.addColumn('createTime', 'bigint', (c) => c.notNull()).execute()
    await db.schema.createIndex('site_inbox_list').on('site_inbox').columns(['siteId', 'id']).execute()
  },
}
