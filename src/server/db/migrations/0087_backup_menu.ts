import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from '../schema.ts'

const LOG = 93
const BACKUP = { id: 97, parentId: 90, title: '备份', manageUrl: '/system/backup' }

/** The menu of backups in databases that were filled before there was one; the seed makes it in an empty database. */
export const backupMenu: Migration = {
  async up(db: Kysely<Database>) {
    const like = await db.selectFrom('site_column').selectAll().where('id', '=', LOG).executeTakeFirst()
    if (like?.siteId !== 0) return
    await db
      .insertInto('site_column')
      .values({ ...like, ...BACKUP, sort: 0 })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  },
}
