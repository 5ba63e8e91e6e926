import { registerOpenWork } from '#server/areas/people/account/index.ts'
import { pageOf, readPage } from '#server/http/paging.ts'
import type { Resource, Routes } from '#server/http/routes.ts'
import { presentNetWorth, recordFor, withProduct } from './find.ts'
import { ownProducts } from './ownProducts.ts'
import { isVisible } from './scope.ts'
import { removeNetWorths, saveNetWorth } from './save.ts'
import { sheetRoutes } from './sheet.ts'
import { updateStatus } from './status.ts'

const routes: Routes<'netWorth'> = {
  ...sheetRoutes,
  'netWorth.page': async (ctx, { productCode, siteId, ...paging }) => {
    let seen = withProduct(ctx.db, productCode).where(isVisible(ctx.signed()))
    if (siteId) seen = seen.where('product.siteId', '=', siteId)
    const newest = seen.orderBy('net_worth.nwTime', 'desc').orderBy('net_worth.id', 'desc')
    const { rows, total } = await readPage(newest, paging)
    return pageOf(rows.map(presentNetWorth), total, paging.size)
  },
  'netWorth.findById': async (ctx, { id }) => presentNetWorth(await recordFor(ctx, id)),
  'netWorth.save': async (ctx, form) => presentNetWorth(await saveNetWorth(ctx, form)),
  'netWorth.updateStatus': async (ctx, form) => {
    await updateStatus(ctx, form)
    return null
  },
  'netWorth.deleteByIdList': async (ctx, ids) => {
    await removeNetWorths(ctx, ids)
    return null
  },
}

registerOpenWork(ownProducts)

/** Calls 137–141: net values of products. */
export const netWorth: Resource = { routes }
