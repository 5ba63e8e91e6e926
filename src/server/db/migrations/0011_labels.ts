import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { engineOf, idColumn } from '../dialect.ts'
import type { Database } from '../schema.ts'

/** Labels and their categories, by site. */
export const labels: Migration = {
  async up(db: Kysely<Database>) {
    const id = idColumn(engineOf(db))
    const table = (name: string) =>
      db.schema
        .createTable(name)
        .addColumn('id', 'integer', id)
        .addColumn('title', 'text', (c) => c.notNull())
        .addColumn('siteId', 'bigint', (c) => c.notNull())
        .addColumn('version', 'bigint', (c) => c.notNull().defaultTo(1))
        .addColumn('updatedBy', 'text', (c) => c.notNull())
        .addColumn('updateTime', 'bigint', (c) => c.notNull())
    await table('label_category').execute()
    await table('label')
      .addColumn('classId', 'bigint', (c) => c.notNull())
      .execute()
    const index = (name: string) => db.schema.createIndex(name)
    await index('label_category_name').unique().on('label_category').columns(['siteId', 'title']).execute()
    await index('label_name').unique().on('label').columns(['classId', 'title']).execute()
    await index('label_place').on('label').columns(['siteId', 'id']).execute()
  },
}
