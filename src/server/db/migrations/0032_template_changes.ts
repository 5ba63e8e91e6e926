import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from '../schema.ts'

/** What stands in a template, by path, and since which version: it takes the place of the kept hashes. */
export const templateChanges: Migration = {
  async up(db: Kysely<Database>) {
    const { schema } = db
    await schema.dropTable('template_hash').execute()
    await schema
      .createTable('template_entry')
      .addColumn('templateId', 'integer', (c) => c.notNull().references('template.id').onDelete('cascade'))
      .addColumn('path', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('size', 'bigint', (c) => c.notNull())
      .addColumn('mtimeNs', 'text', (c) => c.notNull())
      .addColumn('ino', 'text', (c) => c.notNull())
      .addColumn('sha256', 'text', (c) => c.notNull())
      .addColumn('time', 'bigint', (c) => c.notNull())
      .addColumn('version', 'bigint', (c) => c.notNull())
      .addColumn('changedBy', 'text', (c) => c.notNull())
      .addColumn('machine', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('template_entry_pk', ['templateId', 'path'])
      .execute()
    await schema.createIndex('template_entry_version').on('template_entry').columns(['templateId', 'version']).execute()
    await schema
      .createIndex('template_entry_gone')
      .on('template_entry')
      .columns(['templateId', 'kind', 'version'])
      .execute()
    await schema
      .alterTable('template')
      .addColumn('feedEpoch', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
    await schema
      .alterTable('template')
      .addColumn('feedFloor', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute()
  },
}
