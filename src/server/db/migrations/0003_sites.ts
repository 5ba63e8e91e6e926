import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { engineOf, idColumn } from '../dialect.ts'
import type { Database } from '../schema.ts'

/** Sites: who saved last, the recycle area. Jobs: long work with progress. */
export const sites: Migration = {
  async up(db: Kysely<Database>) {
    const site = db.schema.alterTable('site')
    await site.addColumn('version', 'bigint', (c) => c.notNull().defaultTo(1)).execute()
    await site.addColumn('updateTime', 'bigint', (c) => c.notNull().defaultTo(0)).execute()
    await site.addColumn('updatedBy', 'text', (c) => c.notNull().defaultTo('')).execute()
    await site.addColumn('deleteTime', 'bigint').execute()
    await site.addColumn('deletedBy', 'text', (c) => c.notNull().defaultTo('')).execute()
    await db.schema
      .createIndex('site_symbol_key')
      .on('site')
      .expression(sql`lower(symbol)`)
      .unique()
      .execute()
    await db.schema
      .createTable('job')
      .addColumn('id', 'integer', idColumn(engineOf(db)))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('progress', 'bigint', (c) => c.notNull())
      .addColumn('message', 'text', (c) => c.notNull())
      .addColumn('siteId', 'bigint', (c) => c.notNull())
      .addColumn('accountId', 'bigint', (c) => c.notNull())
      .addColumn('username', 'text', (c) => c.notNull())
      .addColumn('input', 'text', (c) => c.notNull())
      .addColumn('resultId', 'bigint', (c) => c.notNull())
      .addColumn('attempts', 'bigint', (c) => c.notNull())
      .addColumn('cancelAsked', 'bigint', (c) => c.notNull())
      .addColumn('leaseUntil', 'bigint', (c) => c.notNull())
      .addColumn('createTime', 'bigint', (c) => c.notNull())
      .addColumn('endTime', 'bigint')
      .execute()
    await db.schema.createIndex('job_waiting').on('job').columns(['state', 'kind', 'id']).execute()
  },
}
