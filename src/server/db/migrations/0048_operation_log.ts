import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { engineOf } from '../dialect.ts'
import type { Database } from '../schema.ts'

/** The log by site, area, person and result, with what became of the record, in a chain of hashes. */
export const operationLog: Migration = {
  async up(db: Kysely<Database>) {
    const alter = () => db.schema.alterTable('operation_log')
    await alter()
      .addColumn('siteId', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute()
    await alter()
      .addColumn('area', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
    await alter()
      .addColumn('answer', 'text', (c) => c.notNull().defaultTo('null'))
      .execute()
    await alter()
      .addColumn('changes', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
    await alter().addColumn('seq', 'bigint').execute()
    await alter().addColumn('hash', 'text').execute()
    const before =
      engineOf(db) === 'postgres'
        ? sql`split_part(operation, '.', 1)`
        : sql`substr(operation, 1, instr(operation, '.') - 1)`
    await sql`update operation_log set area = ${before}`.execute(db)

    await db.schema.dropIndex('operation_log_time').execute()
    const index = (name: string, ...columns: string[]) =>
      db.schema
        .createIndex(`operation_log_${name}`)
        .on('operation_log')
        .columns([...columns, 'createTime', 'id'])
    await index('time').execute()
    await index('account', 'accountId').execute()
    await index('site', 'siteId').execute()
    await index('area', 'area').execute()
    await sql`create index operation_log_refused on operation_log ("createTime", id) where code <> 200`.execute(db)
    await db.schema.createIndex('operation_log_seq').unique().on('operation_log').column('seq').execute()
    await db.schema
      .createTable('operation_log_mark')
      .addColumn('name', 'text', (c) => c.primaryKey())
      .addColumn('seq', 'bigint', (c) => c.notNull())
      .addColumn('hash', 'text', (c) => c.notNull())
      .addColumn('proof', 'text', (c) => c.notNull())
      .execute()
    await sql`create index operation_log_unsealed on operation_log (id) where seq is null`.execute(db)
  },
}
