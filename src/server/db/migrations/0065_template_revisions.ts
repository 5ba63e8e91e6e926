import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { engineOf, idColumn } from '../dialect.ts'
import type { Database } from '../schema.ts'

/** Versions of template files that were replaced or removed. */
export const templateRevisions: Migration = {
  async up(db: Kysely<Database>) {
    const { schema } = db
    await schema
      .createTable('template_revision')
      .addColumn('id', 'integer', idColumn(engineOf(db)))
      .addColumn('templateId', 'integer', (c) => c.notNull().references('template.id').onDelete('cascade'))
      .addColumn('path', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('size', 'bigint', (c) => c.notNull())
      .addColumn('sha256', 'text', (c) => c.notNull())
      .addColumn('mtimeNs', 'text', (c) => c.notNull())
      .addColumn('kept', 'smallint', (c) => c.notNull())
      .addColumn('createTime', 'bigint', (c) => c.notNull())
      .addColumn('createdBy', 'text', (c) => c.notNull())
      .addColumn('machine', 'text', (c) => c.notNull())
      .addColumn('note', 'text', (c) => c.notNull())
      .addColumn('endTime', 'bigint')
      .execute()
    const index = (name: string, columns: ('templateId' | 'path' | 'id' | 'endTime' | 'sha256')[]) =>
      schema.createIndex(name).on('template_revision').columns(columns).execute()
    await index('template_revision_path', ['templateId', 'path', 'id'])
    await index('template_revision_end', ['endTime'])
    await index('template_revision_content', ['sha256'])
  },
}
