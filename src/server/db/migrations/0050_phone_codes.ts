import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from '../schema.ts'

/** Codes that were sent to phones, and how often to whom. */
export const phoneCodes: Migration = {
  async up({ schema }: Kysely<Database>) {
    await schema
      .createTable('phone_code')
      .addColumn('phone', 'text', (c) => c.primaryKey())
      .addColumn('code', 'text', (c) => c.notNull())
      .addColumn('expireTime', 'bigint', (c) => c.notNull())
      .addColumn('tries', 'integer', (c) => c.notNull())
      .execute()
    await schema
      .createTable('phone_code_sent')
      .addColumn('key', 'text', (c) => c.notNull())
      .addColumn('time', 'bigint', (c) => c.notNull())
      .execute()
    await schema.createIndex('phone_code_sent_key').on('phone_code_sent').columns(['key', 'time']).execute()
    await schema.createIndex('phone_code_sent_time').on('phone_code_sent').column('time').execute()
    await schema.createIndex('account_phone').on('account').column('phone').execute()
  },
}
