import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from '../schema.ts'

/** What administrators keep of accounts, when they signed in last, and whose failed sign-ins are counted. */
export const accounts: Migration = {
  async up(db: Kysely<Database>) {
    const { schema } = db
    for (const name of ['phone', 'employeeNumber', 'lastLoginIp', 'updatedBy'])
      await schema
        .alterTable('account')
        .addColumn(name, 'text', (c) => c.notNull().defaultTo(''))
        .execute()
    for (const name of ['mustChangePassword', 'lastLoginTime', 'loginTimes', 'updateTime'])
      await schema
        .alterTable('account')
        .addColumn(name, 'bigint', (c) => c.notNull().defaultTo(0))
        .execute()
    await schema
      .alterTable('account')
      .addColumn('version', 'bigint', (c) => c.notNull().defaultTo(1))
      .execute()
    await schema
      .alterTable('login_attempt')
      .addColumn('accountKey', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
    await schema.createIndex('login_attempt_account').on('login_attempt').column('accountKey').execute()
    // Old rows have no accountKey.
    await db.deleteFrom('login_attempt').execute()
  },
}
