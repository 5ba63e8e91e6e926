import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { engineOf, idColumn } from '../dialect.ts'
import type { Database } from '../schema.ts'

/** Imports of whole sites: how far each is, and what its ids and addresses became. */
export const siteImports: Migration = {
  async up(db: Kysely<Database>) {
    const { schema } = db
    await schema
      .createTable('site_import')
      .addColumn('id', 'integer', idColumn(engineOf(db)))
      .addColumn('jobId', 'integer', (c) => c.notNull())
      .addColumn('siteId', 'integer', (c) => c.notNull())
      .addColumn('step', 'text', (c) => c.notNull())
      .addColumn('line', 'integer', (c) => c.notNull())
      .execute()
    await schema.createIndex('site_import_job').unique().on('site_import').column('jobId').execute()
    await schema
      .createTable('site_import_map')
      .addColumn('importId', 'integer', (c) => c.notNull().references('site_import.id').onDelete('cascade'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('oldKey', 'text', (c) => c.notNull())
      .addColumn('newKey', 'text', (c) => c.notNull())
      .addColumn('isMade', 'smallint', (c) => c.notNull())
      .addPrimaryKeyConstraint('site_import_map_key', ['importId', 'kind', 'oldKey'])
      .execute()
  },
}
