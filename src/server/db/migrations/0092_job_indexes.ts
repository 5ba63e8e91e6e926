import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from '../schema.ts'

/**
 * The jobs of an account that have ended, newest first: each read from a replica asks for them. And those that have not, by their
 * age: claiming one went through all that are done.
 */
export const jobIndexes: Migration = {
  async up(db: Kysely<Database>) {
    await db.schema.createIndex('job_owner').on('job').columns(['accountId', 'endTime']).execute()
    await sql`create index job_open on job (id) where state in ('queued', 'running')`.execute(db)
  },
}
