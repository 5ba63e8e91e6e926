import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { engineOf, idColumn } from '../dialect.ts'
import type { Database } from '../schema.ts'

/** Channels and templates of text messages. */
export const sms: Migration = {
  async up(db: Kysely<Database>) {
    const table = (name: string) =>
      db.schema
        .createTable(name)
        .addColumn('id', 'integer', idColumn(engineOf(db)))
        .addColumn('siteId', 'bigint', (c) => c.notNull())
        .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
        .addColumn('createTime', 'bigint', (c) => c.notNull())
        .addColumn('updatedBy', 'text', (c) => c.notNull())
        .addColumn('updateTime', 'bigint', (c) => c.notNull())
    await table('sms_channel')
      .addColumn('channelName', 'text', (c) => c.notNull())
      .addColumn('channelType', 'integer', (c) => c.notNull())
      .addColumn('signName', 'text', (c) => c.notNull())
      .addColumn('accessKeyId', 'text', (c) => c.notNull())
      .addColumn('accessKeySecret', 'text', (c) => c.notNull())
      .addColumn('sdkAppId', 'text', (c) => c.notNull())
      .addColumn('perDay', 'integer', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('sms_channel_site').on('sms_channel').columns(['siteId', 'id']).execute()
    await table('sms_template')
      .addColumn('templateName', 'text', (c) => c.notNull())
      .addColumn('templateCode', 'text', (c) => c.notNull())
      .addColumn('templateContent', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('sms_template_site').on('sms_template').columns(['siteId', 'id']).execute()
  },
}
