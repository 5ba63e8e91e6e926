import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from '../schema.ts'

/** Rules of signing in: how old passwords are and were, where sessions are used from, and second factors. */
export const signInSecurity: Migration = {
  async up(db: Kysely<Database>) {
    const { schema } = db
    await schema
      .alterTable('account')
      .addColumn('passwordTime', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute()
    await schema
      .alterTable('session')
      .addColumn('lastUse', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute()
    // Until now a session ended 12 hours after its last use.
    await db
      .updateTable('session')
      .set({ lastUse: sql<number>`${sql.ref('expireTime')} - 43200000` })
      .execute()
    await schema
      .alterTable('session')
      .addColumn('way', 'text', (c) => c.notNull().defaultTo('password'))
      .execute()
    await schema
      .alterTable('session')
      .addColumn('otherIp', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
    await schema
      .alterTable('sign_in_log')
      .addColumn('accountId', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute()
    await schema.createIndex('sign_in_log_account').on('sign_in_log').columns(['accountId', 'id']).execute()
    await schema
      .createTable('password_history')
      .addColumn('accountId', 'integer', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('passwordHash', 'text', (c) => c.notNull())
      .addColumn('time', 'bigint', (c) => c.notNull())
      .execute()
    await schema.createIndex('password_history_account').on('password_history').columns(['accountId', 'time']).execute()
    await schema
      .createTable('second_factor')
      .addColumn('accountId', 'integer', (c) => c.primaryKey().references('account.id').onDelete('cascade'))
      .addColumn('secret', 'text', (c) => c.notNull())
      .addColumn('newSecret', 'text', (c) => c.notNull())
      .addColumn('confirmedTime', 'bigint', (c) => c.notNull())
      .addColumn('lastStep', 'bigint', (c) => c.notNull())
      .execute()
    await schema
      .createTable('recovery_code')
      .addColumn('accountId', 'integer', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('codeHash', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('recovery_code_key', ['accountId', 'codeHash'])
      .execute()
  },
}
