import type { Kysely, Selectable } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { SiteColumnTable } from '#server/db/tables/core.ts'

export type ColumnRow = Selectable<SiteColumnTable>

/** The columns of a site, larger `sort` first within each level. */
export const findColumns = (db: Kysely<Database>, siteId: number): Promise<ColumnRow[]> =>
  db.selectFrom('site_column').selectAll().where('siteId', '=', siteId).orderBy('sort', 'desc').orderBy('id').execute()

export const findColumn = (db: Kysely<Database>, id: number): Promise<ColumnRow | undefined> =>
  db.selectFrom('site_column').selectAll().where('id', '=', id).executeTakeFirst()
