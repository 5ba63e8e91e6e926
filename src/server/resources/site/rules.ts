import type { CallContext } from '#server/http/context.ts'
import { AppError } from '#shared/errors/index.ts'

/** AppErrors: `forbidden` unless the caller may work in each of the sites, `not-found` for one that isn't there. */
export async function requireSites(ctx: CallContext, ids: readonly number[]): Promise<void> {
  for (const id of ids) ctx.requireSite(id)
  const known = await ctx.db
    .selectFrom('site')
    .select('id')
    .where('id', 'in', [...ids, 0])
    .execute()
  const missing = ids.find((id) => !known.some((site) => site.id === id))
  if (missing !== undefined) throw new AppError('not-found', `站点（编号 ${missing}）不存在，请刷新后重新选择`)
}
