import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { engineOf } from '../dialect.ts'
import { initialsOf } from '../initials.ts'
import type { Database } from '../schema.ts'

/** Pinyin initials of people and entries. Those of the entries that are there already are made by a job. */
export const initials: Migration = {
  async up(db: Kysely<Database>) {
    await db.schema
      .alterTable('account')
      .addColumn('initials', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
    const people = await db.selectFrom('account').select(['id', 'trueName']).where('trueName', '<>', '').execute()
    const made = people.length > 0 ? await initialsOf(people.map(({ trueName }) => trueName)) : []
    for (const [at, { id }] of people.entries())
      await db
        .updateTable('account')
        .set({ initials: made[at] ?? '' })
        .where('id', '=', id)
        .execute()
    await words(db)
    const entry = await db.selectFrom('content').select('id').limit(1).executeTakeFirst()
    if (entry) await db.insertInto('setting').values({ name: 'content.initialsAfter', value: '0' }).execute()
  },
}

/** As `content_words` is kept (0010). */
async function words(db: Kysely<Database>): Promise<void> {
  if (engineOf(db) === 'sqlite') {
    const storage = `content='', contentless_delete=1, detail=none, tokenize="unicode61 categories 'L* N* P* S*'"`
    await sql`create virtual table content_initials using fts5(words, ${sql.raw(storage)})`.execute(db)
    return
  }
  await db.schema
    .createTable('content_initials')
    .addColumn('contentId', 'bigint', (c) => c.primaryKey().references('content.id').onDelete('cascade'))
    .addColumn('words', sql`text[]`, (c) => c.notNull())
    .execute()
  await sql`create index content_initials_gin on content_initials using gin (words)`.execute(db)
}
