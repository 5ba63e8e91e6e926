import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from '../schema.ts'

/** What the home page asks of all columns at once: somebody's drafts, and what was published since a moment. */
export const home: Migration = {
  async up(db: Kysely<Database>) {
    const index = (name: string) => db.schema.createIndex(name).on('content')
    await index('content_author').columns(['createById', 'isStatus', 'isRecycled', 'updateTime']).execute()
    await index('content_published').columns(['publishTime', 'siteId']).execute()
  },
}
