import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from '../schema.ts'

/**
 * Who may carry out an approval task is kept while it waits, one row and one key each; indexes hold the rows that are asked
 * for by them alone. An agreement, a notice and a line of the operation log write fewer pages by that.
 */
export const openTasks: Migration = {
  async up(db: Kysely<Database>) {
    for (const who of ['role', 'person'] as const) {
      const [table, key] = [`approval_task_${who}`, who === 'role' ? 'roleId' : 'accountId']
      await db.schema.alterTable(table).renameTo(`${table}_before`).execute()
      await db.schema
        .createTable(table)
        .addColumn(key, 'bigint', (c) => c.notNull())
        .addColumn('taskId', 'bigint', (c) => c.notNull())
        .addPrimaryKeyConstraint(`${table}_open`, [key, 'taskId'] as never)
        .execute()
      const [before, names] = [sql.table(`${table}_before`), sql`${sql.ref(key)}, "taskId"`]
      await sql`insert into ${sql.table(table)} (${names}) select ${names} from ${before} where state = 0`.execute(db)
      await db.schema.dropTable(`${table}_before`).execute()
    }
    const { schema } = db
    for (const name of ['approval_task_remind', 'approval_task_approver', 'notice_age', 'operation_log_seq'])
      await schema.dropIndex(name).execute()
    await sql`create index approval_task_remind on approval_task ("remindTime")
      where state = 0 and "remindTime" > 0`.execute(db)
    await sql`create index approval_task_approver on approval_task ("approverId", state, id)
      where "approverId" <> 0`.execute(db)
    await sql`create unique index operation_log_seq on operation_log (seq) where seq is not null`.execute(db)
  },
}
