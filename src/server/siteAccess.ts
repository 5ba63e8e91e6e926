import type { SelectQueryBuilder } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { CallContext } from '#server/http/context.ts'
import { missingRecords } from '#server/http/missingRecords.ts'
import { type Authority, isSuper } from '#shared/domain/permissions.ts'

/**
 * The sites that a role may see; null: all. Site 0 is never included: it has the system menus, which grant no access to
 * records without a site.
 */
export const grantedSiteIds = (who: Authority): number[] | null =>
  isSuper(who)
    ? null
    : who.siteItemDTOList
        .filter(({ siteId, menuItemDTOList }) => siteId !== 0 && menuItemDTOList.length > 0)
        .map(({ siteId }) => siteId)

/** @throws AppError `not-found` that names all sites which don't exist or are in the recycle bin */
export async function requireActiveSites(ctx: Pick<CallContext, 'db'>, ids: readonly number[]): Promise<void> {
  const rows = await ctx.db
    .selectFrom('site')
    .select(['id', 'title', 'deleteTime'])
    .where('id', 'in', [...ids, 0])
    .execute()
  const there = new Set(rows.filter((site) => site.deleteTime === null).map((site) => site.id))
  const gone = ids.filter((id) => !there.has(id))
  if (gone.length > 0)
    throw missingRecords({ kind: '站点', ids: gone, titles: new Map(rows.map((s) => [s.id, s.title])) })
}

/** The sites that a list covers: the given one, or all of the account; without recycled ones. */
export function selectListedSites(
  ctx: CallContext,
  siteId: number | undefined,
): SelectQueryBuilder<Database, 'site', { id: number }> {
  const ids = siteId === undefined ? grantedSiteIds(ctx.requireSignedIn().authority) : [siteId]
  const there = ctx.db.selectFrom('site').select('site.id').where('site.deleteTime', 'is', null)
  return ids ? there.where('site.id', 'in', [...ids, -1]) : there
}
