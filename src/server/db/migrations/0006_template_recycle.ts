import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from '../schema.ts'

/** The recycle area of templates, and its menu in databases that were filled before there was one. */
export const templateRecycle: Migration = {
  async up(db: Kysely<Database>) {
    const template = db.schema.alterTable('template')
    await template.addColumn('deleteTime', 'bigint').execute()
    await template.addColumn('deletedBy', 'text', (c) => c.notNull().defaultTo('')).execute()
    await addMenu(db)
  },
}

const DEAD_LINK = 36
const RECYCLE = { id: 37, title: '回收站', manageUrl: '/site/recycle' }

/** After its neighbour, whose sort number is one higher; the seed makes it in an empty database. */
async function addMenu(db: Kysely<Database>): Promise<void> {
  const before = await db
    .selectFrom('site_column')
    .selectAll()
    .where('id', '=', DEAD_LINK)
    .where('siteId', '=', 0)
    .executeTakeFirst()
  if (!before) return
  const row = { ...before, ...RECYCLE, sort: before.sort - 1 }
  await db
    .insertInto('site_column')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}
