import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { engineOf, idColumn } from '../dialect.ts'
import type { Database } from '../schema.ts'

/** Addresses that are told what happens, and what each was told. */
export const webhooks: Migration = {
  async up(db: Kysely<Database>) {
    await db.schema
      .createTable('webhook')
      .addColumn('id', 'integer', idColumn(engineOf(db)))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('url', 'text', (c) => c.notNull())
      .addColumn('events', 'text', (c) => c.notNull())
      .addColumn('siteIds', 'text', (c) => c.notNull())
      .addColumn('secret', 'text', (c) => c.notNull())
      .addColumn('isOn', 'smallint', (c) => c.notNull())
      .addColumn('offReason', 'text', (c) => c.notNull().defaultTo(''))
      .addColumn('failingSince', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('lastTime', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('lastOk', 'smallint', (c) => c.notNull().defaultTo(0))
      .addColumn('accountId', 'bigint', (c) => c.notNull())
      .addColumn('createBy', 'text', (c) => c.notNull())
      .addColumn('createTime', 'bigint', (c) => c.notNull())
      .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
      .addColumn('updatedBy', 'text', (c) => c.notNull())
      .addColumn('updateTime', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('webhook_delivery')
      .addColumn('id', 'integer', idColumn(engineOf(db)))
      .addColumn('webhookId', 'integer', (c) => c.notNull().references('webhook.id').onDelete('cascade'))
      .addColumn('event', 'text', (c) => c.notNull())
      .addColumn('siteId', 'bigint', (c) => c.notNull())
      .addColumn('body', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('nextTime', 'bigint', (c) => c.notNull())
      .addColumn('status', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('durationMs', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('reason', 'text', (c) => c.notNull().defaultTo(''))
      .addColumn('answer', 'text', (c) => c.notNull().defaultTo(''))
      .addColumn('createTime', 'bigint', (c) => c.notNull())
      .execute()
    const index = (name: string, columns: string[]) =>
      db.schema.createIndex(`webhook_delivery_${name}`).on('webhook_delivery').columns(columns)
    await index('of', ['webhookId', 'id']).execute()
    await index('time', ['createTime']).execute()
    await index('due', ['nextTime', 'id']).where('state', 'in', ['waiting', 'sending']).execute()
  },
}
