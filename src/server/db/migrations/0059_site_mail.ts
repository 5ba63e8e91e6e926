import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { engineOf, idColumn } from '../dialect.ts'
import type { Database } from '../schema.ts'

/** Mail and documents between accounts. */
export const siteMail: Migration = {
  async up(db: Kysely<Database>) {
    await db.schema
      .createTable('site_mail')
      .addColumn('id', 'integer', idColumn(engineOf(db)))
      .addColumn('type', 'text', (c) => c.notNull())
      .addColumn('senderId', 'bigint', (c) => c.notNull())
      .addColumn('sender', 'text', (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('content', 'text', (c) => c.notNull())
      .addColumn('file', 'text', (c) => c.notNull())
      .addColumn('isDraft', 'smallint', (c) => c.notNull())
      .addColumn('draftRecipients', 'text', (c) => c.notNull())
      .addColumn('createTime', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema
      .createIndex('site_mail_sent')
      .on('site_mail')
      .columns(['senderId', 'type', 'isDraft', 'id'])
      .execute()
    await db.schema.createIndex('site_mail_file').on('site_mail').column('file').execute()
    await db.schema
      .createTable('site_mail_recipient')
      .addColumn('mailId', 'bigint', (c) => c.notNull())
      .addColumn('accountId', 'bigint', (c) => c.notNull())
      .addColumn('type', 'text', (c) => c.notNull())
      .addColumn('userName', 'text', (c) => c.notNull())
      .addColumn('trueName', 'text', (c) => c.notNull())
      .addColumn('readTime', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('recallTime', 'bigint', (c) => c.notNull().defaultTo(0))
      .addPrimaryKeyConstraint('site_mail_recipient_key', ['mailId', 'accountId'])
      .execute()
    await db.schema
      .createIndex('site_mail_inbox')
      .on('site_mail_recipient')
      .columns(['accountId', 'type', 'recallTime', 'readTime', 'mailId'])
      .execute()
  },
}
