import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { engineOf, idColumn } from '../dialect.ts'
import type { Database } from '../schema.ts'

/** Copies that follow their source: what a rule lets go along, what was brought last, and what waits for an answer. */
export const followingCopies: Migration = {
  async up(db: Kysely<Database>) {
    for (const name of ['followUpdate', 'followUnpublish', 'followDelete'])
      await db.schema
        .alterTable('copy_rule')
        .addColumn(name, 'smallint', (c) => c.notNull().defaultTo(0))
        .execute()
    await db.schema
      .alterTable('copy_link')
      .addColumn('base', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
    await db.schema
      .alterTable('copy_link')
      .addColumn('isLacking', 'smallint', (c) => c.notNull().defaultTo(0))
      .execute()
    await db.schema.createIndex('copy_link_source').on('copy_link').columns(['sourceId', 'ruleId']).execute()
    await db.schema
      .createTable('copy_follow')
      .addColumn('ruleId', 'bigint', (c) => c.notNull())
      .addColumn('sourceId', 'bigint', (c) => c.notNull())
      .addColumn('mark', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('copy_follow_key', ['ruleId', 'sourceId'])
      .execute()
    await db.schema
      .createTable('copy_update')
      .addColumn('id', 'integer', idColumn(engineOf(db)))
      .addColumn('ruleId', 'bigint', (c) => c.notNull())
      .addColumn('sourceId', 'bigint', (c) => c.notNull())
      .addColumn('targetId', 'bigint', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('fields', 'text', (c) => c.notNull())
      .addColumn('author', 'text', (c) => c.notNull())
      .addColumn('createTime', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('copy_update_target').on('copy_update').columns(['targetId']).unique().execute()
  },
}
