import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from '../schema.ts'

/** Receipts of text messages, their price, and by which ways each account wants to be told of what. */
export const systemMessages: Migration = {
  async up(db: Kysely<Database>) {
    await db.schema
      .alterTable('outgoing_recipient')
      .addColumn('askTime', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute()
    await db.schema
      .createIndex('outgoing_recipient_ask')
      .on('outgoing_recipient')
      .column('askTime')
      .where('askTime', '>', 0)
      .execute()
    await db.schema
      .alterTable('sms_channel')
      .addColumn('price', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    await db.schema
      .createTable('notice_wish')
      .addColumn('accountId', 'bigint', (c) => c.primaryKey())
      .addColumn('email', 'text', (c) => c.notNull())
      .addColumn('sms', 'text', (c) => c.notNull())
      .execute()
  },
}
