import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { engineOf, idColumn } from '../dialect.ts'
import type { Database } from '../schema.ts'

/** Menus that came later; on a new database the seed makes all of them. */
const MENUS = [
  { id: 95, parentId: 90, title: 'API 令牌', manageUrl: '/system/api-token' },
  { id: 96, parentId: 90, title: 'Webhook', manageUrl: '/system/webhook' },
  { id: 38, parentId: 20, title: '内容接口', manageUrl: '/site/delivery' },
]

/** What other programs may do in somebody's name. */
export const apiTokens: Migration = {
  async up(db: Kysely<Database>) {
    await db.schema
      .createTable('api_token')
      .addColumn('id', 'integer', idColumn(engineOf(db)))
      .addColumn('accountId', 'integer', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('tokenHash', 'text', (c) => c.notNull().unique())
      .addColumn('ending', 'text', (c) => c.notNull())
      .addColumn('scopes', 'text', (c) => c.notNull())
      .addColumn('siteIds', 'text', (c) => c.notNull())
      .addColumn('columnIds', 'text', (c) => c.notNull())
      .addColumn('addresses', 'text', (c) => c.notNull())
      .addColumn('createTime', 'bigint', (c) => c.notNull())
      .addColumn('expireTime', 'bigint', (c) => c.notNull())
      .addColumn('lastUse', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('lastIp', 'text', (c) => c.notNull().defaultTo(''))
      .addColumn('revokeTime', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('refusedTime', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('refusedIp', 'text', (c) => c.notNull().defaultTo(''))
      .addColumn('refusedWhy', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
    await db.schema.createIndex('api_token_account').on('api_token').columns(['accountId', 'id']).execute()
    const like = await db.selectFrom('site_column').selectAll().where('id', '=', 93).executeTakeFirst()
    if (like?.siteId !== 0) return
    await db
      .insertInto('site_column')
      .values(MENUS.map((menu) => ({ ...like, ...menu, sort: 0 })))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  },
}
