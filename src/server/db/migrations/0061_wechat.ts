import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { engineOf, idColumn } from '../dialect.ts'
import type { Database } from '../schema.ts'

/** Official accounts of WeChat, rules, what became of each article, and the pictures that the accounts have. */
export const wechat: Migration = {
  async up(db: Kysely<Database>) {
    const withId = (name: string) => db.schema.createTable(name).addColumn('id', 'integer', idColumn(engineOf(db)))
    const index = (name: string) => db.schema.createIndex(name)
    await withId('wechat_config')
      .addColumn('siteId', 'bigint', (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('appId', 'text', (c) => c.notNull())
      .addColumn('appSecret', 'text', (c) => c.notNull())
      .addColumn('token', 'text', (c) => c.notNull().defaultTo(''))
      .addColumn('tokenEnds', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('version', 'bigint', (c) => c.notNull().defaultTo(1))
      .addColumn('updatedBy', 'text', (c) => c.notNull())
      .addColumn('updateTime', 'bigint', (c) => c.notNull())
      .execute()
    await index('wechat_config_site').on('wechat_config').columns(['siteId', 'id']).execute()
    await withId('wechat_rule')
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('ruleType', 'smallint', (c) => c.notNull())
      .addColumn('isRun', 'smallint', (c) => c.notNull())
      .addColumn('siteId', 'bigint', (c) => c.notNull())
      .addColumn('classId', 'bigint', (c) => c.notNull())
      .addColumn('configId', 'bigint', (c) => c.notNull())
      .addColumn('rules', 'text', (c) => c.notNull())
      .addColumn('accountId', 'bigint', (c) => c.notNull())
      .addColumn('createTime', 'bigint', (c) => c.notNull())
      .addColumn('version', 'bigint', (c) => c.notNull().defaultTo(1))
      .addColumn('updatedBy', 'text', (c) => c.notNull())
      .addColumn('updateTime', 'bigint', (c) => c.notNull())
      .execute()
    await index('wechat_rule_site').on('wechat_rule').columns(['siteId', 'id']).execute()
    await index('wechat_rule_column').on('wechat_rule').columns(['classId', 'isRun']).execute()
    await withId('wechat_log')
      .addColumn('ruleId', 'integer', (c) => c.notNull().references('wechat_rule.id').onDelete('cascade'))
      .addColumn('itemKey', 'text', (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('reason', 'text', (c) => c.notNull())
      .addColumn('contentId', 'bigint', (c) => c.notNull())
      .addColumn('mediaId', 'text', (c) => c.notNull())
      .addColumn('createTime', 'bigint', (c) => c.notNull())
      .execute()
    await index('wechat_log_item').unique().on('wechat_log').columns(['ruleId', 'itemKey']).execute()
    await db.schema
      .createTable('wechat_media')
      .addColumn('configId', 'integer', (c) => c.notNull().references('wechat_config.id').onDelete('cascade'))
      .addColumn('mediaKey', 'text', (c) => c.notNull())
      .addColumn('value', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('wechat_media_key', ['configId', 'mediaKey'])
      .execute()
  },
}
