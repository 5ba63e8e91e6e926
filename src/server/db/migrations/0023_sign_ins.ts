import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { engineOf, idColumn } from '../dialect.ts'
import type { Database } from '../schema.ts'

/** Who signed in or tried to, and from which devices accounts were signed in before. */
export const signIns: Migration = {
  async up(db: Kysely<Database>) {
    const { schema } = db
    await schema
      .alterTable('login_attempt')
      .addColumn('time', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute()
    // Old rows counted attempts by name alone, without a time.
    await db.deleteFrom('login_attempt').execute()
    // Old rows held the text as plain text.
    await db.deleteFrom('captcha').execute()
    await schema
      .createTable('known_device')
      .addColumn('accountId', 'integer', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('device', 'text', (c) => c.notNull())
      .addColumn('time', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('known_device_key', ['accountId', 'device'])
      .execute()
    await schema
      .createTable('sign_in_log')
      .addColumn('id', 'integer', idColumn(engineOf(db)))
      .addColumn('way', 'text', (c) => c.notNull())
      .addColumn('username', 'text', (c) => c.notNull())
      .addColumn('ip', 'text', (c) => c.notNull())
      .addColumn('userAgent', 'text', (c) => c.notNull())
      .addColumn('code', 'integer', (c) => c.notNull())
      .addColumn('msg', 'text', (c) => c.notNull())
      .addColumn('createTime', 'bigint', (c) => c.notNull())
      .execute()
    await schema.createIndex('sign_in_log_time').on('sign_in_log').column('createTime').execute()
  },
}
