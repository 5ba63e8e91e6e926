import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { engineOf, idColumn } from '../dialect.ts'
import type { Database } from '../schema.ts'

/** Sensitive words. The second index answers wordsState without the rows. */
export const sensitiveWords: Migration = {
  async up(db: Kysely<Database>) {
    await db.schema
      .createTable('sensitive_word')
      .addColumn('id', 'integer', idColumn(engineOf(db)))
      .addColumn('sensitiveWord', 'text', (c) => c.notNull())
      .addColumn('folded', 'text', (c) => c.notNull())
      .addColumn('propWord', 'text', (c) => c.notNull())
      .addColumn('createTime', 'bigint', (c) => c.notNull())
      .addColumn('version', 'bigint', (c) => c.notNull().defaultTo(1))
      .addColumn('updatedBy', 'text', (c) => c.notNull())
      .addColumn('updateTime', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('sensitive_word_folded').on('sensitive_word').column('folded').unique().execute()
    await db.schema.createIndex('sensitive_word_state').on('sensitive_word').columns(['version', 'id']).execute()
  },
}
