import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { engineOf, idColumn } from '../dialect.ts'
import type { Database } from '../schema.ts'

/** Classes of sensitive words with the people who must agree to them, and tasks of approval that are for people. */
export const forbiddingWords: Migration = {
  async up(db: Kysely<Database>) {
    await db.schema
      .createTable('sensitive_class')
      .addColumn('id', 'integer', idColumn(engineOf(db)))
      .addColumn('title', 'text', (c) => c.notNull().unique())
      .addColumn('isForbidding', 'smallint', (c) => c.notNull())
      .addColumn('createTime', 'bigint', (c) => c.notNull())
      .addColumn('version', 'bigint', (c) => c.notNull().defaultTo(1))
      .addColumn('updatedBy', 'text', (c) => c.notNull())
      .addColumn('updateTime', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('sensitive_class_person')
      .addColumn('classId', 'bigint', (c) => c.notNull())
      .addColumn('accountId', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('sensitive_class_person_key', ['classId', 'accountId'])
      .execute()
    await db.schema
      .alterTable('sensitive_word')
      .addColumn('classId', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute()
    await db.schema
      .createTable('approval_task_person')
      .addColumn('taskId', 'bigint', (c) => c.notNull())
      .addColumn('accountId', 'bigint', (c) => c.notNull())
      .addColumn('state', 'smallint', (c) => c.notNull().defaultTo(0))
      .addPrimaryKeyConstraint('approval_task_person_key', ['taskId', 'accountId'])
      .execute()
    await db.schema
      .createIndex('approval_task_person_list')
      .on('approval_task_person')
      .columns(['accountId', 'state', 'taskId'])
      .execute()
  },
}
