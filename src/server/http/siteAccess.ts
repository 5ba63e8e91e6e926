import type { CallContext } from '#server/http/context.ts'
import { missing } from '#server/http/missing.ts'
import { type Authority, isSuper } from '#shared/domain/permissions.ts'

/** The sites that a role may see; null: all. */
export const grantedSiteIds = (who: Authority): number[] | null =>
  isSuper(who) ? null : who.siteItemDTOList.filter((s) => s.menuItemDTOList.length > 0).map((s) => s.siteId)

/**
 * AppErrors: `forbidden` unless the caller may work in each of the sites; `not-found` names all that aren't there (or
 * are in the recycle area).
 */
export async function requireSites(ctx: CallContext, ids: readonly number[]): Promise<void> {
  for (const id of ids) ctx.requireSite(id)
  const rows = await ctx.db
    .selectFrom('site')
    .select(['id', 'title', 'deleteTime'])
    .where('id', 'in', [...ids, 0])
    .execute()
  const there = new Set(rows.filter((site) => site.deleteTime === null).map((site) => site.id))
  const gone = ids.filter((id) => !there.has(id))
  if (gone.length > 0) throw missing({ kind: '站点', ids: gone, titles: new Map(rows.map((s) => [s.id, s.title])) })
}
