import { isSuper } from '#shared/domain/permissions.ts'
import { AppError } from '#shared/errors/index.ts'
import { pageOf } from '#server/http/paging.ts'
import type { Routes } from '#server/http/routes.ts'
import { presentSite } from './present.ts'
import { findSite, findSites } from './repo.ts'

export const routes: Routes<'site'> = {
  'site.page': async (ctx, { key, page, size }) => {
    const { authority } = ctx.signed()
    const granted = authority.siteItemDTOList.filter((site) => site.menuItemDTOList.length > 0)
    const ids = isSuper(authority) ? null : granted.map((site) => site.siteId)
    const { rows, total } = await findSites(ctx.db, { ids, key, page, size })
    return pageOf(rows.map(presentSite), total, size)
  },
  'site.findById': async (ctx, { id }) => {
    ctx.requireSite(id)
    const row = await findSite(ctx.db, id)
    if (!row) throw new AppError('not-found', '站点不存在，可能已被删除')
    return presentSite(row)
  },
}
