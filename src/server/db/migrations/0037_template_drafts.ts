import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { engineOf, idColumn } from '../dialect.ts'
import type { Database } from '../schema.ts'

/** Draft copies of templates, and the states of templates that can be put back. */
export const templateDrafts: Migration = {
  async up(db: Kysely<Database>) {
    const { schema } = db
    await schema.alterTable('template').addColumn('draftOf', 'bigint').execute()
    await schema.createIndex('template_draft').on('template').column('draftOf').unique().execute()
    await schema
      .createTable('template_moment')
      .addColumn('id', 'integer', idColumn(engineOf(db)))
      .addColumn('templateId', 'integer', (c) => c.notNull().references('template.id').onDelete('cascade'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('createTime', 'bigint', (c) => c.notNull())
      .addColumn('createdBy', 'text', (c) => c.notNull())
      .addColumn('files', 'bigint', (c) => c.notNull())
      .addColumn('changed', 'bigint', (c) => c.notNull())
      .addColumn('token', 'text', (c) => c.notNull())
      .execute()
    await schema.createIndex('template_moment_order').on('template_moment').columns(['templateId', 'id']).execute()
    await schema.createIndex('template_moment_token').on('template_moment').columns(['token']).execute()
    await schema
      .createTable('template_moment_file')
      .addColumn('momentId', 'integer', (c) => c.notNull().references('template_moment.id').onDelete('cascade'))
      .addColumn('path', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('size', 'bigint', (c) => c.notNull())
      .addColumn('sha256', 'text', (c) => c.notNull())
      .addColumn('after', 'text')
      .addPrimaryKeyConstraint('template_moment_file_pk', ['momentId', 'path'])
      .execute()
    await schema
      .createIndex('template_moment_file_content')
      .on('template_moment_file')
      .columns(['sha256', 'momentId'])
      .execute()
  },
}
