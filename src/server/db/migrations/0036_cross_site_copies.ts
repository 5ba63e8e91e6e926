import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { engineOf, idColumn } from '../dialect.ts'
import type { Database } from '../schema.ts'

/** Rules that copy entries of one column into another, what they have copied, and the log of all cross-site copies. */
export const crossSiteCopies: Migration = {
  async up(db: Kysely<Database>) {
    const withId = (name: string) => db.schema.createTable(name).addColumn('id', 'integer', idColumn(engineOf(db)))
    const index = (name: string) => db.schema.createIndex(name)
    await withId('copy_rule')
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('isRun', 'smallint', (c) => c.notNull())
      .addColumn('rules', 'text', (c) => c.notNull())
      .addColumn('sourceSiteId', 'bigint', (c) => c.notNull())
      .addColumn('sourceMenuId', 'bigint', (c) => c.notNull())
      .addColumn('targetSiteId', 'bigint', (c) => c.notNull())
      .addColumn('targetMenuId', 'bigint', (c) => c.notNull())
      .addColumn('accountId', 'bigint', (c) => c.notNull())
      .addColumn('createTime', 'bigint', (c) => c.notNull())
      .addColumn('version', 'bigint', (c) => c.notNull().defaultTo(1))
      .addColumn('updatedBy', 'text', (c) => c.notNull())
      .addColumn('updateTime', 'bigint', (c) => c.notNull())
      .execute()
    await index('copy_rule_source').on('copy_rule').columns(['sourceMenuId', 'isRun']).execute()
    await db.schema
      .createTable('copy_link')
      .addColumn('ruleId', 'bigint', (c) => c.notNull())
      .addColumn('sourceId', 'bigint', (c) => c.notNull())
      .addColumn('targetId', 'bigint', (c) => c.notNull())
      .addColumn('createTime', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('copy_link_key', ['ruleId', 'sourceId'])
      .execute()
    await index('copy_link_target').on('copy_link').columns(['targetId']).execute()
    await withId('copy_log')
      .addColumn('ruleId', 'bigint', (c) => c.notNull())
      .addColumn('rule', 'text', (c) => c.notNull())
      .addColumn('dataId', 'bigint', (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('sourceSiteId', 'bigint', (c) => c.notNull())
      .addColumn('sourceMenuId', 'bigint', (c) => c.notNull())
      .addColumn('targetSiteId', 'bigint', (c) => c.notNull())
      .addColumn('targetMenuId', 'bigint', (c) => c.notNull())
      .addColumn('sourceSite', 'text', (c) => c.notNull())
      .addColumn('sourceMenu', 'text', (c) => c.notNull())
      .addColumn('targetSite', 'text', (c) => c.notNull())
      .addColumn('targetMenu', 'text', (c) => c.notNull())
      .addColumn('targetId', 'bigint', (c) => c.notNull())
      .addColumn('status', 'smallint', (c) => c.notNull())
      .addColumn('reason', 'text', (c) => c.notNull())
      .addColumn('author', 'text', (c) => c.notNull())
      .addColumn('createTime', 'bigint', (c) => c.notNull())
      .execute()
    await index('copy_log_status').on('copy_log').columns(['status', 'id']).execute()
  },
}
