import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { engineOf, idColumn } from '../dialect.ts'
import type { Database } from '../schema.ts'

/** Contents that come from other programs: what was found, what became of each entry, and which entry came from where. */
export const contentImports: Migration = {
  async up(db: Kysely<Database>) {
    await db.schema
      .createTable('content_import')
      .addColumn('id', 'integer', idColumn(engineOf(db)))
      .addColumn('siteId', 'bigint', (c) => c.notNull())
      .addColumn('accountId', 'bigint', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('fileName', 'text', (c) => c.notNull())
      .addColumn('uploadPath', 'text', (c) => c.notNull())
      .addColumn('jobId', 'bigint', (c) => c.notNull())
      .addColumn('found', 'text', (c) => c.notNull())
      .addColumn('mapping', 'text', (c) => c.notNull())
      .addColumn('createTime', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema
      .createIndex('content_import_site')
      .on('content_import')
      .columns(['siteId', 'accountId', 'id'])
      .execute()
    await db.schema
      .createTable('content_import_line')
      .addColumn('importId', 'bigint', (c) => c.notNull())
      .addColumn('isTrial', 'integer', (c) => c.notNull())
      .addColumn('seq', 'integer', (c) => c.notNull())
      .addColumn('row', 'integer', (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('target', 'text', (c) => c.notNull())
      .addColumn('outcome', 'text', (c) => c.notNull())
      .addColumn('reason', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('content_import_line_key', ['importId', 'isTrial', 'seq'])
      .execute()
    await db.schema
      .createTable('content_import_entry')
      .addColumn('siteId', 'bigint', (c) => c.notNull())
      .addColumn('source', 'text', (c) => c.notNull())
      .addColumn('contentId', 'bigint', (c) => c.notNull())
      .addColumn('importId', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('content_import_entry_key', ['siteId', 'source'])
      .execute()
    await db.schema.createIndex('content_import_entry_content').on('content_import_entry').column('contentId').execute()
    await db.schema
      .createTable('content_import_picture')
      .addColumn('siteId', 'bigint', (c) => c.notNull())
      .addColumn('source', 'text', (c) => c.notNull())
      .addColumn('accessPath', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('content_import_picture_key', ['siteId', 'source'])
      .execute()
  },
}
