import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from '../schema.ts'

/** The super administrators. */
const FIRST_GROUP = 1

/** User groups form a tree under the super administrators' one, and accounts have a name and an address. */
export const people: Migration = {
  async up(db: Kysely<Database>) {
    const { schema } = db
    await schema
      .alterTable('role')
      .addColumn('parentId', 'bigint', (c) => c.notNull().defaultTo(FIRST_GROUP))
      .execute()
    await db.updateTable('role').set({ parentId: 0 }).where('id', '=', FIRST_GROUP).execute()
    for (const name of ['trueName', 'email'])
      await schema
        .alterTable('account')
        .addColumn(name, 'text', (c) => c.notNull().defaultTo(''))
        .execute()
    await schema.createIndex('account_group').on('account').columns(['roleId', 'id']).execute()
  },
}
