import { AppError } from '#shared/errors/index.ts'
import { pageOf } from '#server/http/paging.ts'
import type { Routes } from '#server/http/routes.ts'
import { presentSite } from './present.ts'
import { findSite, findSites } from './repo.ts'
import { grantedSiteIds } from '#server/siteAccess.ts'

/** The read calls of sites. */
export const routes: Pick<Routes<'site'>, 'site.page' | 'site.findById'> = {
  'site.page': async (ctx, { key, page, size }) => {
    const { authority } = ctx.requireSignedIn()
    const ids = grantedSiteIds(authority)
    const { rows, total } = await findSites(ctx.db, { ids, key, page, size })
    return pageOf(rows.map(presentSite), total, size)
  },
  'site.findById': async (ctx, { id }) => {
    const row = await findSite(ctx.db, id)
    if (!row) throw new AppError('not-found', '站点不存在，可能已被删除')
    return presentSite(row)
  },
}
