import type { CallContext } from '#server/http/context.ts'
import { type Authority, isSuper } from '#shared/domain/permissions.ts'
import { AppError } from '#shared/errors/index.ts'

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
    .select('id')
    .where('id', 'in', [...ids, 0])
    .where('deleteTime', 'is', null)
    .execute()
  const known = new Set(rows.map((site) => site.id))
  const missing = ids.filter((id) => !known.has(id))
  if (missing.length === 0) return
  throw new AppError('not-found', `站点（编号 ${missing.join('、')}）不存在，请刷新后重新选择`, {
    details: { facts: { missing: missing.join(',') } },
  })
}
