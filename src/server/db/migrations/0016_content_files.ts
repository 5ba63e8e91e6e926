import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { fileAddressesIn } from '#shared/domain/fileAddresses.ts'
import type { Database } from '../schema.ts'

/** Which entries name which uploads, so that nobody deletes a file that an article shows (decision 011). */
export const contentFiles: Migration = {
  async up(db: Kysely<Database>) {
    await db.schema
      .createTable('content_file')
      .addColumn('contentId', 'bigint', (c) => c.notNull().references('content.id').onDelete('cascade'))
      .addColumn('accessPath', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('content_file_key', ['accessPath', 'contentId'])
      .execute()
    await db.schema.createIndex('content_file_entry').on('content_file').column('contentId').execute()
    await takeUp(db)
  },
}

const BATCH = 500
const ANY = '%/files/%'

/** The entries that are there already. */
async function takeUp(db: Kysely<Database>): Promise<void> {
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('content')
      .innerJoin('content_body', 'content_body.contentId', 'content.id')
      .select(['content.id', 'content.fields', 'content_body.bodies'])
      .where('content.id', '>', after)
      .where(({ or }) => or([sql<boolean>`content.fields like ${ANY}`, sql<boolean>`content_body.bodies like ${ANY}`]))
      .orderBy('content.id')
      .limit(BATCH)
      .execute()
    for (const { id: contentId, fields, bodies } of rows)
      for (const accessPath of fileAddressesIn([fields, bodies]))
        await db.insertInto('content_file').values({ contentId, accessPath }).execute()
    if (rows.length < BATCH) return
    after = rows.at(-1)?.id ?? 0
  }
}
