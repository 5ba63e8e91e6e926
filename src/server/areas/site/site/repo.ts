import type { Kysely } from 'kysely'
import type { Database, RowOf } from '#server/db/schema.ts'
import { contains } from '#server/db/search.ts'
import { readPage } from '#server/http/paging.ts'

export type SiteRow = RowOf<'site'>

interface SiteFilter {
  /** null: all sites. */
  ids: readonly number[] | null
  key: string
  page: number
  size: number
}

/** A page of sites, larger `sort` first, with the total. */
export async function findSites(db: Kysely<Database>, { ids, key, ...paging }: SiteFilter) {
  let sites = db.selectFrom('site').where('deleteTime', 'is', null)
  if (ids) sites = sites.where('id', 'in', [...ids, -1])
  if (key) sites = sites.where((eb) => contains([eb.ref('title'), eb.ref('symbol')], key))
  return readPage(sites.selectAll().orderBy('sort', 'desc').orderBy('id'), paging)
}

/** Whether visitors reach the site: neither closed nor deleted. */
export const isSiteOpen = async (db: Kysely<Database>, id: number): Promise<boolean> =>
  (await db
    .selectFrom('site')
    .select('id')
    .where('id', '=', id)
    .where('isStatus', '=', 1)
    .where('deleteTime', 'is', null)
    .executeTakeFirst()) !== undefined

/** Finds a site that is not in the recycle bin. */
export const findSite = (db: Kysely<Database>, id: number): Promise<SiteRow | undefined> =>
  db.selectFrom('site').selectAll().where('id', '=', id).where('deleteTime', 'is', null).executeTakeFirst()
