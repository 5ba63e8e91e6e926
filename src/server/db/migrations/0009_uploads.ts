import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { engineOf, idColumn } from '../dialect.ts'
import type { Database } from '../schema.ts'

/** Files kept once by their content, and uploads that come in several chunks. */
export const uploads: Migration = {
  async up(db: Kysely<Database>) {
    const attachment = db.schema.alterTable('attachment')
    await attachment.addColumn('blobKey', 'text', (c) => c.notNull().defaultTo('')).execute()
    await attachment.addColumn('siteId', 'bigint', (c) => c.notNull().defaultTo(0)).execute()
    const index = (name: string) => db.schema.createIndex(name)
    await index('attachment_blob').on('attachment').column('blobKey').execute()
    await index('attachment_site').on('attachment').column('siteId').execute()
    await index('attachment_list').on('attachment').columns(['isRegistered', 'kind', 'id desc']).execute()
    await db.schema
      .createTable('blob')
      .addColumn('blobKey', 'text', (c) => c.primaryKey())
      .addColumn('isStored', 'bigint', (c) => c.notNull())
      .addColumn('touchTime', 'bigint', (c) => c.notNull())
      .execute()
    await ownBlobs(db)
    await db.schema
      .createTable('upload_session')
      .addColumn('id', 'integer', idColumn(engineOf(db)))
      .addColumn('sessionKey', 'text', (c) => c.notNull().unique())
      .addColumn('partFile', 'text', (c) => c.notNull())
      .addColumn('received', 'text', (c) => c.notNull())
      .addColumn('failure', 'text', (c) => c.notNull())
      .addColumn('attachmentId', 'bigint')
      .addColumn('touchTime', 'bigint', (c) => c.notNull())
      .execute()
    await index('upload_session_touch').on('upload_session').column('touchTime').execute()
  },
}

const FILES = '/files/'

/** Every upload from before has bytes of its own, under the rest of its address. */
async function ownBlobs(db: Kysely<Database>): Promise<void> {
  await sql`update attachment set "blobKey" = substr("accessPath", ${sql.lit(FILES.length + 1)})`.execute(db)
  await sql`insert into blob ("blobKey", "isStored", "touchTime") select "blobKey", 1, 0 from attachment`.execute(db)
}
