import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { engineOf } from '../dialect.ts'
import type { Database } from '../schema.ts'

/**
 * User groups have an introduction and count their saves. `grantVersion` counts what changes in their grants, whoever
 * changes them: the database sees to it, because calls are judged by grants that are kept in memory under that number.
 */
export const roles: Migration = {
  async up(db: Kysely<Database>) {
    const alter = () => db.schema.alterTable('role')
    for (const name of ['note', 'updatedBy'])
      await alter()
        .addColumn(name, 'text', (c) => c.notNull().defaultTo(''))
        .execute()
    for (const [name, start] of [
      ['version', 1],
      ['updateTime', 0],
      ['grantVersion', 1],
    ] as const)
      await alter()
        .addColumn(name, 'bigint', (c) => c.notNull().defaultTo(start))
        .execute()
    await db.schema.createIndex('role_grant_place').on('role_grant').columns(['siteId', 'menuId']).execute()
    await (engineOf(db) === 'postgres' ? onStatements(db) : onRows(db))
  },
}

async function onRows(db: Kysely<Database>): Promise<void> {
  for (const [event, row] of [
    ['insert', 'new'],
    ['update', 'new'],
    ['delete', 'old'],
  ] as const)
    await sql`create trigger ${sql.ref(`role_grant_${event}`)} after ${sql.raw(event)} on role_grant begin
      update role set "grantVersion" = "grantVersion" + 1 where id = ${sql.raw(row)}."roleId";
    end`.execute(db)
}

/** Once a statement, however many rows it touches. */
async function onStatements(db: Kysely<Database>): Promise<void> {
  await sql`create function role_grant_changed() returns trigger language plpgsql as $$
    begin
      update role set "grantVersion" = "grantVersion" + 1 where id in (select "roleId" from changed);
      return null;
    end $$`.execute(db)
  for (const [event, rows] of [
    ['insert', 'new'],
    ['update', 'new'],
    ['delete', 'old'],
  ] as const)
    await sql`create trigger ${sql.ref(`role_grant_${event}`)} after ${sql.raw(event)} on role_grant
      referencing ${sql.raw(rows)} table as changed
      for each statement execute function role_grant_changed()`.execute(db)
}
