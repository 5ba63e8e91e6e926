import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from '../schema.ts'

/** The order of the site and template lists, so that a page of them is read from an index. */
export const listOrder: Migration = {
  async up(db: Kysely<Database>) {
    const index = (name: string) => db.schema.createIndex(name)
    await index('site_order').on('site').columns(['deleteTime', 'sort desc', 'id']).execute()
    await index('template_order').on('template').columns(['deleteTime', 'sort desc', 'id desc']).execute()
  },
}
