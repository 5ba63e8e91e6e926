import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from '../schema.ts'

/** Each step of a workflow has its own time, and is reminded of once. */
export const approvalDue: Migration = {
  async up(db: Kysely<Database>) {
    await db.schema
      .alterTable('workflow_node')
      .addColumn('dueHours', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    // 0: nobody is to be reminded any more.
    await db.schema
      .alterTable('approval_task')
      .addColumn('remindTime', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute()
    await db.schema.createIndex('approval_task_remind').on('approval_task').columns(['state', 'remindTime']).execute()
  },
}
