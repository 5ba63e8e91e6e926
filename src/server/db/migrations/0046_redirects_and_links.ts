import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { engineOf, idColumn } from '../dialect.ts'
import type { Database } from '../schema.ts'

/** Permanent redirects, what a sitemap says of columns, and the dead links that the last check found. */
export const redirectsAndLinks: Migration = {
  async up(db: Kysely<Database>) {
    await db.schema
      .createTable('site_redirect')
      .addColumn('id', 'integer', idColumn(engineOf(db)))
      .addColumn('siteId', 'bigint', (c) => c.notNull())
      .addColumn('source', 'text', (c) => c.notNull())
      .addColumn('sourceKey', 'text', (c) => c.notNull())
      .addColumn('target', 'text', (c) => c.notNull())
      .addColumn('note', 'text', (c) => c.notNull().defaultTo(''))
      .addColumn('isAuto', 'smallint', (c) => c.notNull().defaultTo(0))
      .addColumn('isStatus', 'smallint', (c) => c.notNull().defaultTo(1))
      .addColumn('hits', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('hitTime', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('createTime', 'bigint', (c) => c.notNull())
      .addColumn('version', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('updatedBy', 'text', (c) => c.notNull().defaultTo(''))
      .addColumn('updateTime', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute()
    await db.schema
      .createIndex('site_redirect_source')
      .on('site_redirect')
      .columns(['siteId', 'sourceKey'])
      .unique()
      .execute()
    await db.schema
      .createTable('sitemap_rule')
      .addColumn('siteId', 'bigint', (c) => c.notNull())
      .addColumn('columnId', 'bigint', (c) => c.notNull())
      .addColumn('included', 'text', (c) => c.notNull())
      .addColumn('frequency', 'text', (c) => c.notNull())
      .addColumn('priority', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('sitemap_rule_key', ['siteId', 'columnId'])
      .execute()
    await db.schema
      .createTable('link_check')
      .addColumn('siteId', 'bigint', (c) => c.primaryKey())
      .addColumn('checkTime', 'bigint', (c) => c.notNull())
      .addColumn('facts', 'text', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('dead_link')
      .addColumn('id', 'integer', idColumn(engineOf(db)))
      .addColumn('siteId', 'bigint', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('address', 'text', (c) => c.notNull())
      .addColumn('facts', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('dead_link_site').on('dead_link').columns(['siteId', 'kind']).execute()
  },
}
