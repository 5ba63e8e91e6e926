import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { engineOf, idColumn } from '../dialect.ts'
import type { Database } from '../schema.ts'
import { COMMON_FIELDS } from './0004_fields.ts'

/** Versions of columns, their recycle area, and the catalogue of fields. */
export const columns: Migration = {
  async up(db: Kysely<Database>) {
    const id = idColumn(engineOf(db))
    const site = db.schema.alterTable('site_column')
    await site.addColumn('version', 'bigint', (c) => c.notNull().defaultTo(1)).execute()
    await site.addColumn('changedBy', 'text', (c) => c.notNull().defaultTo('')).execute()
    await site.addColumn('changeTime', 'bigint', (c) => c.notNull().defaultTo(0)).execute()
    await db.schema
      .createTable('column_bin')
      .addColumn('id', 'integer', id)
      .addColumn('siteId', 'bigint', (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('total', 'bigint', (c) => c.notNull())
      .addColumn('columns', 'text', (c) => c.notNull())
      .addColumn('grants', 'text', (c) => c.notNull())
      .addColumn('username', 'text', (c) => c.notNull())
      .addColumn('createTime', 'bigint', (c) => c.notNull())
      .addColumn('expireTime', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('column_bin_place').on('column_bin').columns(['siteId', 'expireTime']).execute()
    await db.schema
      .createTable('field_common')
      .addColumn('id', 'integer', id)
      .addColumn('groupTitle', 'text', (c) => c.notNull())
      .addColumn('fieldName', 'text', (c) => c.notNull().unique())
      .addColumn('fieldAlias', 'text', (c) => c.notNull())
      .addColumn('fieldType', 'text', (c) => c.notNull())
      .addColumn('extra', 'text', (c) => c.notNull())
      .addColumn('isStatus', 'bigint', (c) => c.notNull())
      .addColumn('sort', 'bigint', (c) => c.notNull())
      .execute()
    await db.insertInto('field_common').values(COMMON_FIELDS).execute()
  },
}
