import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { engineOf, idColumn } from '../dialect.ts'
import type { Database } from '../schema.ts'

/** Entries of columns with their history, counters, search index and stale pages (decision 011). */
export const content: Migration = {
  async up(db: Kysely<Database>) {
    await entries(db)
    await besideEntries(db)
    await words(db)
    await freeNames(db)
  },
}

async function entries(db: Kysely<Database>): Promise<void> {
  await db.schema
    .createTable('content')
    .addColumn('id', 'integer', idColumn(engineOf(db)))
    .addColumn('classId', 'bigint', (c) => c.notNull())
    .addColumn('siteId', 'bigint', (c) => c.notNull())
    .addColumn('xgid', 'bigint', (c) => c.notNull())
    .addColumn('isStatus', 'bigint', (c) => c.notNull())
    .addColumn('isRecycled', 'bigint', (c) => c.notNull())
    .addColumn('pass', 'bigint', (c) => c.notNull())
    .addColumn('approveInstanceId', 'text', (c) => c.notNull())
    .addColumn('approveResult', 'text', (c) => c.notNull())
    .addColumn('sort', 'bigint', (c) => c.notNull())
    .addColumn('promotions', 'bigint', (c) => c.notNull())
    .addColumn('hits', 'bigint', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('createTime', 'bigint', (c) => c.notNull())
    .addColumn('createBy', 'text', (c) => c.notNull())
    .addColumn('createById', 'bigint', (c) => c.notNull())
    .addColumn('updateTime', 'bigint', (c) => c.notNull())
    .addColumn('updatedBy', 'text', (c) => c.notNull())
    .addColumn('version', 'bigint', (c) => c.notNull())
    .addColumn('recycleTime', 'bigint', (c) => c.notNull())
    .addColumn('publishTime', 'bigint', (c) => c.notNull())
    .addColumn('fields', 'text', (c) => c.notNull())
    .execute()
  const index = (name: string) => db.schema.createIndex(name).on('content')
  // For a page of all entries, of one status, and of a range of days, each with its total.
  await index('content_list').columns(['classId', 'isRecycled', 'sort desc', 'id desc']).execute()
  await index('content_status').columns(['classId', 'isRecycled', 'isStatus', 'sort desc', 'id desc']).execute()
  await index('content_created').columns(['classId', 'isRecycled', 'createTime', 'isStatus']).execute()
  await index('content_site').columns(['siteId', 'createTime']).execute()
  await index('content_expiry').columns(['isRecycled', 'recycleTime']).execute()
  await index('content_copies').column('xgid').execute()
}

async function besideEntries(db: Kysely<Database>): Promise<void> {
  const ofContent = 'content.id'
  await db.schema
    .createTable('content_body')
    .addColumn('contentId', 'bigint', (c) => c.primaryKey().references(ofContent).onDelete('cascade'))
    .addColumn('bodies', 'text', (c) => c.notNull())
    .addColumn('texts', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('content_revision')
    .addColumn('id', 'integer', idColumn(engineOf(db)))
    .addColumn('contentId', 'bigint', (c) => c.notNull().references(ofContent).onDelete('cascade'))
    .addColumn('version', 'bigint', (c) => c.notNull())
    .addColumn('isStatus', 'bigint', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('author', 'text', (c) => c.notNull())
    .addColumn('createTime', 'bigint', (c) => c.notNull())
    .addColumn('changed', 'text', (c) => c.notNull())
    .addColumn('fields', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('content_revision_entry')
    .on('content_revision')
    .columns(['contentId', 'id desc'])
    .execute()
  await db.schema
    .createTable('content_count')
    .addColumn('classId', 'bigint', (c) => c.notNull())
    .addColumn('isRecycled', 'bigint', (c) => c.notNull())
    .addColumn('isStatus', 'bigint', (c) => c.notNull())
    .addColumn('total', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('content_count_key', ['classId', 'isRecycled', 'isStatus'])
    .execute()
  await db.schema
    .createTable('stale_page')
    .addColumn('siteId', 'bigint', (c) => c.notNull())
    .addColumn('classId', 'bigint', (c) => c.notNull())
    .addColumn('contentId', 'bigint', (c) => c.notNull())
    .addColumn('time', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('stale_page_key', ['siteId', 'classId', 'contentId'])
    .execute()
}

async function words(db: Kysely<Database>): Promise<void> {
  if (engineOf(db) === 'sqlite') {
    // Words are stored separated by spaces; every other character counts as part of a word.
    const tokens = `unicode61 remove_diacritics 0 categories 'L* M* N* P* S* Co Cn Cf'`
    const storage = `content='', contentless_delete=1, detail=none`
    await sql`create virtual table content_words using fts5(words, ${sql.raw(storage)}, tokenize=${sql.raw(`"${tokens}"`)})`.execute(
      db,
    )
    return
  }
  await db.schema
    .createTable('content_words')
    .addColumn('contentId', 'bigint', (c) => c.primaryKey().references('content.id').onDelete('cascade'))
    .addColumn('words', sql`text[]`, (c) => c.notNull())
    .execute()
  await sql`create index content_words_gin on content_words using gin (words)`.execute(db)
}

/** `version` is an entry's own name now; the field of that name was offered by the catalogue. No entry holds a value yet. */
async function freeNames(db: Kysely<Database>): Promise<void> {
  await sql`update field_common set "fieldName" = 'edition' where "fieldName" = 'version'`.execute(db)
  await sql`update site_column set fields = replace(fields, '"fieldName":"version"', '"fieldName":"edition"')`.execute(
    db,
  )
}
