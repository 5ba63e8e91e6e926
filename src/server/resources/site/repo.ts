import type { Kysely, Selectable } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { contains } from '#server/db/search.ts'
import type { SiteTable } from '#server/db/tables/core.ts'

export type SiteRow = Selectable<SiteTable>

export interface SiteFilter {
  /** null: all sites. */
  ids: readonly number[] | null
  key: string
  page: number
  size: number
}

/** A page of sites, larger `sort` first, and how many there are in all. */
export async function findSites(db: Kysely<Database>, { ids, key, page, size }: SiteFilter) {
  let sites = db.selectFrom('site').where('deleteTime', 'is', null)
  if (ids) sites = sites.where('id', 'in', [...ids, -1])
  if (key) sites = sites.where((eb) => contains([eb.ref('title'), eb.ref('symbol')], key))
  const { total } = await sites.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await sites
    .selectAll()
    .orderBy('sort', 'desc')
    .orderBy('id')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  return { rows, total }
}

/** A site that isn't in the recycle area. */
export const findSite = (db: Kysely<Database>, id: number): Promise<SiteRow | undefined> =>
  db.selectFrom('site').selectAll().where('id', '=', id).where('deleteTime', 'is', null).executeTakeFirst()
