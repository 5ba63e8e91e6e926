import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { engineOf } from '../dialect.ts'
import type { Database } from '../schema.ts'

/** Files of templates by rows, and the key of servers, for installations that share no disk (decision 064). */
export const templateFiles: Migration = {
  async up(db: Kysely<Database>) {
    const { schema } = db
    // Compared byte by byte, so that what lies below a folder is a range of the index.
    const path = engineOf(db) === 'postgres' ? sql`text collate "C"` : sql`text`
    await schema
      .createTable('template_file')
      .addColumn('area', path, (c) => c.notNull())
      .addColumn('path', path, (c) => c.notNull())
      .addColumn('parent', path, (c) => c.notNull())
      .addColumn('form', path, (c) => c.notNull())
      .addColumn('nameKey', path, (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('size', 'bigint', (c) => c.notNull())
      .addColumn('sha256', 'text', (c) => c.notNull())
      .addColumn('mtimeNs', 'text', (c) => c.notNull())
      .addColumn('ino', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('template_file_key', ['area', 'path'])
      .execute()
    const index = (name: string, columns: ('area' | 'parent' | 'nameKey' | 'form' | 'sha256')[]) =>
      schema.createIndex(name).on('template_file').columns(columns).execute()
    await index('template_file_parent', ['area', 'parent', 'nameKey'])
    await index('template_file_form', ['area', 'form'])
    await index('template_file_content', ['sha256'])
    await schema
      .createTable('stored_content')
      .addColumn('sha256', 'text', (c) => c.primaryKey())
      .addColumn('size', 'bigint', (c) => c.notNull())
      .addColumn('isStored', 'smallint', (c) => c.notNull())
      .addColumn('touchTime', 'bigint', (c) => c.notNull())
      .addColumn('keptTime', 'bigint')
      .execute()
    await schema.createIndex('stored_content_touch').on('stored_content').column('touchTime').execute()
    await schema.createIndex('stored_content_kept').on('stored_content').column('keptTime').execute()
    await schema
      .createTable('server_key')
      .addColumn('id', 'integer', (c) => c.primaryKey())
      .addColumn('pem', 'text', (c) => c.notNull())
      .execute()
  },
}
