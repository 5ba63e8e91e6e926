import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { engineOf, idColumn } from '../dialect.ts'
import type { Database } from '../schema.ts'

/** Templates, their sites and file hashes, uploads, download tickets. */
export const templates: Migration = {
  async up(db: Kysely<Database>) {
    const id = idColumn(engineOf(db))
    await db.schema
      .createTable('template')
      .addColumn('id', 'integer', id)
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('folder', 'text', (c) => c.notNull())
      .addColumn('folderKey', 'text', (c) => c.notNull().unique())
      .addColumn('templatePic', 'text', (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('siteId', 'bigint', (c) => c.notNull())
      .addColumn('sort', 'bigint', (c) => c.notNull())
      .addColumn('createTime', 'bigint', (c) => c.notNull())
      .addColumn('version', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('template_site')
      .addColumn('templateId', 'integer', (c) => c.notNull().references('template.id').onDelete('cascade'))
      .addColumn('siteId', 'integer', (c) => c.notNull().references('site.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('template_site_pk', ['templateId', 'siteId'])
      .execute()
    await db.schema.createIndex('template_site_site').on('template_site').column('siteId').execute()
    await db.schema
      .createTable('template_hash')
      .addColumn('templateId', 'integer', (c) => c.notNull().references('template.id').onDelete('cascade'))
      .addColumn('path', 'text', (c) => c.notNull())
      .addColumn('size', 'bigint', (c) => c.notNull())
      .addColumn('mtimeNs', 'text', (c) => c.notNull())
      .addColumn('ino', 'text', (c) => c.notNull())
      .addColumn('sha256', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('template_hash_pk', ['templateId', 'path'])
      .execute()
    await db.schema
      .createTable('attachment')
      .addColumn('id', 'integer', id)
      .addColumn('accountId', 'bigint', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('oldName', 'text', (c) => c.notNull())
      .addColumn('accessPath', 'text', (c) => c.notNull().unique())
      .addColumn('extension', 'text', (c) => c.notNull())
      .addColumn('size', 'bigint', (c) => c.notNull())
      .addColumn('imageWidth', 'bigint', (c) => c.notNull())
      .addColumn('imageHeight', 'bigint', (c) => c.notNull())
      .addColumn('sha512', 'text', (c) => c.notNull())
      .addColumn('sha256', 'text', (c) => c.notNull())
      .addColumn('dir', 'text', (c) => c.notNull())
      .addColumn('path', 'text', (c) => c.notNull())
      .addColumn('isRegistered', 'bigint', (c) => c.notNull())
      .addColumn('createTime', 'bigint', (c) => c.notNull())
      .addColumn('expireTime', 'bigint')
      .execute()
    await db.schema.createIndex('attachment_expire').on('attachment').column('expireTime').execute()
    await db.schema
      .createTable('download_ticket')
      .addColumn('ticketHash', 'text', (c) => c.primaryKey())
      .addColumn('path', 'text', (c) => c.notNull())
      .addColumn('expireTime', 'bigint', (c) => c.notNull())
      .execute()
  },
}
