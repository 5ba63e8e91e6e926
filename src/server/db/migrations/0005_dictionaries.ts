import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { engineOf, idColumn } from '../dialect.ts'
import type { Database } from '../schema.ts'

/** Flat and multi-level dictionaries. */
export const dictionaries: Migration = {
  async up(db: Kysely<Database>) {
    const id = idColumn(engineOf(db))
    await db.schema
      .createTable('dictionary')
      .addColumn('id', 'integer', id)
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('siteId', 'bigint', (c) => c.notNull())
      .addColumn('value', 'text', (c) => c.notNull())
      .addColumn('createTime', 'bigint', (c) => c.notNull())
      .addColumn('version', 'bigint', (c) => c.notNull().defaultTo(1))
      .addColumn('updatedBy', 'text', (c) => c.notNull())
      .addColumn('updateTime', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('dictionary_place').on('dictionary').columns(['siteId', 'id']).execute()
    await db.schema
      .createTable('classify')
      .addColumn('id', 'integer', id)
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('subTitle', 'text', (c) => c.notNull())
      .addColumn('parentId', 'bigint', (c) => c.notNull())
      .addColumn('sort', 'bigint', (c) => c.notNull())
      .addColumn('version', 'bigint', (c) => c.notNull().defaultTo(1))
      .addColumn('updatedBy', 'text', (c) => c.notNull())
      .addColumn('updateTime', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('classify_place').on('classify').columns(['parentId', 'sort']).execute()
  },
}
