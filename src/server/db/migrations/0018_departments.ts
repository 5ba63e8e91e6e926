import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { engineOf, idColumn } from '../dialect.ts'
import type { Database } from '../schema.ts'

/** Departments, a tree, and which one an account is in. */
export const departments: Migration = {
  async up(db: Kysely<Database>) {
    const { schema } = db
    await schema
      .createTable('department')
      .addColumn('id', 'integer', idColumn(engineOf(db)))
      .addColumn('parentId', 'bigint', (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('createTime', 'bigint', (c) => c.notNull())
      .addColumn('version', 'bigint', (c) => c.notNull().defaultTo(1))
      .addColumn('updatedBy', 'text', (c) => c.notNull())
      .addColumn('updateTime', 'bigint', (c) => c.notNull())
      .execute()
    await schema.createIndex('department_name').unique().on('department').columns(['parentId', 'title']).execute()
    await schema
      .alterTable('account')
      .addColumn('departmentId', 'bigint', (c) => c.references('department.id'))
      .execute()
    await schema.createIndex('account_department').on('account').column('departmentId').execute()
  },
}
