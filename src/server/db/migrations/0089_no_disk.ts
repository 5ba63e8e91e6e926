import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { engineOf } from '../dialect.ts'
import type { Database } from '../schema.ts'

/** What processes without a common disk share besides template files (decision 064). */
export const noDisk: Migration = {
  async up(db: Kysely<Database>) {
    const { schema } = db
    const path = engineOf(db) === 'postgres' ? sql`text collate "C"` : sql`text`
    await schema
      .createTable('kept_file')
      .addColumn('fileKey', 'text', (c) => c.primaryKey())
      .addColumn('size', 'bigint', (c) => c.notNull())
      .addColumn('endTime', 'bigint', (c) => c.notNull())
      .execute()
    await schema.createIndex('kept_file_end').on('kept_file').column('endTime').execute()
    await schema
      .createTable('upload_part')
      .addColumn('sessionId', 'integer', (c) => c.notNull())
      .addColumn('startAt', 'bigint', (c) => c.notNull())
      .addColumn('endAt', 'bigint', (c) => c.notNull())
      .addColumn('blobKey', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('upload_part_key', ['sessionId', 'startAt', 'endAt'])
      .execute()
    await schema
      .createTable('site_file')
      .addColumn('siteId', 'bigint', (c) => c.notNull())
      .addColumn('path', path, (c) => c.notNull())
      .addColumn('revision', 'text', (c) => c.notNull())
      .addColumn('size', 'bigint', (c) => c.notNull())
      .addColumn('sha256', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('site_file_key', ['siteId', 'path'])
      .execute()
    await schema.createIndex('site_file_content').on('site_file').column('sha256').execute()
    await schema
      .alterTable('static_site')
      .addColumn('record', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
  },
}
