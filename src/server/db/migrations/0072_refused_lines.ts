import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from '../schema.ts'

/** The few refused lines of the operation log by site, person and area: among all lines of a site they are far between. */
export const refusedLines: Migration = {
  async up(db: Kysely<Database>) {
    for (const [name, column] of [
      ['site', 'siteId'],
      ['account', 'accountId'],
      ['area', 'area'],
    ] as const)
      await sql`create index ${sql.ref(`operation_log_refused_${name}`)}
        on operation_log (${sql.ref(column)}, "createTime", id) where code <> 200`.execute(db)
  },
}
