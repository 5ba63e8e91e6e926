import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from '../schema.ts'

/** The approval tasks that a person has carried out are read by when he did. The index beside it had no other reader. */
export const doneTasks: Migration = {
  async up(db: Kysely<Database>) {
    await sql`create index approval_task_done on approval_task ("approverId", state, "finishTime", id)
      where "approverId" <> 0`.execute(db)
    await db.schema.dropIndex('approval_task_approver').execute()
  },
}
