import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from '../schema.ts'

/** Where a site's statistics come from, the provider's token, and what this server counts itself. */
export const analytics: Migration = {
  async up(db: Kysely<Database>) {
    await db.schema
      .createTable('analytics_site')
      .addColumn('siteId', 'bigint', (c) => c.primaryKey())
      .addColumn('source', 'text', (c) => c.notNull().defaultTo('baidu'))
      .addColumn('baiduSiteId', 'text', (c) => c.notNull().defaultTo(''))
      .addColumn('isCounting', 'smallint', (c) => c.notNull().defaultTo(0))
      .addColumn('countUrl', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
    await db.schema
      .createTable('analytics_token')
      .addColumn('id', 'bigint', (c) => c.primaryKey())
      .addColumn('accessSealed', 'text', (c) => c.notNull())
      .addColumn('refreshSealed', 'text', (c) => c.notNull())
      .addColumn('expireTime', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('site_visit')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('siteId', 'bigint', (c) => c.notNull())
      .addColumn('day', 'integer', (c) => c.notNull())
      .addColumn('visitor', 'text', (c) => c.notNull())
      .addColumn('address', 'text', (c) => c.notNull())
      .addColumn('beginTime', 'bigint', (c) => c.notNull())
      .addColumn('lastTime', 'bigint', (c) => c.notNull())
      .addColumn('pages', 'integer', (c) => c.notNull())
      .addColumn('source', 'text', (c) => c.notNull())
      .addColumn('device', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('site_visit_day').on('site_visit').columns(['siteId', 'day', 'visitor']).execute()
    await db.schema
      .createTable('site_view')
      .addColumn('siteId', 'bigint', (c) => c.notNull())
      .addColumn('day', 'integer', (c) => c.notNull())
      .addColumn('hour', 'smallint', (c) => c.notNull())
      .addColumn('visitor', 'text', (c) => c.notNull())
      .addColumn('path', 'text', (c) => c.notNull())
      .addColumn('columnId', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('site_view_day').on('site_view').columns(['siteId', 'day']).execute()
  },
}
