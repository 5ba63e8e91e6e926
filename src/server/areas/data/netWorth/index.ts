import { type OpenWorkKind, registerOpenWork } from '#server/areas/people/account/index.ts'
import { pageOf, readPage } from '#server/http/paging.ts'
import type { Resource, Routes } from '#server/http/routes.ts'
import { presentNetWorth, requireRecord, selectWithProduct } from './find.ts'
import { whereVisible } from './scope.ts'
import { removeNetWorths, saveNetWorth } from './save.ts'
import { sheetRoutes } from './sheet.ts'
import { updateStatus } from './status.ts'

/**
 * Products of no site, which only their account and super administrators see. They pass to the successor of a deleted
 * account.
 */
const ownProducts: OpenWorkKind = {
  title: '个不属于站点的产品净值',
  async count(db, accountIds) {
    const rows = await db
      .selectFrom('net_worth_product')
      .select((eb) => ['accountId', eb.fn.countAll<number>().as('products')])
      .where('siteId', '=', 0)
      .where('accountId', 'in', accountIds)
      .groupBy('accountId')
      .execute()
    return new Map(rows.map(({ accountId, products }) => [accountId, products]))
  },
  async handOver({ db }, accountIds, successor) {
    const ofNoSite = db.selectFrom('net_worth_product').where('siteId', '=', 0)
    const successorProducts = await ofNoSite.select('productCode').where('accountId', '=', successor.id).execute()
    const usedCodes = new Set(successorProducts.map(({ productCode }) => productCode))
    const products = await ofNoSite
      .innerJoin('account', 'account.id', 'net_worth_product.accountId')
      .select(['net_worth_product.id', 'productCode', 'account.username'])
      .where('accountId', 'in', accountIds)
      .orderBy('net_worth_product.id')
      .execute()
    for (const { id, productCode, username } of products) {
      let code = productCode
      // The successor's product codes stay unique: two products of one code would have two values per day.
      while (usedCodes.has(code)) code = `${code}（${username}）`
      usedCodes.add(code)
      if (code !== productCode)
        await db.updateTable('net_worth_product').set({ productCode: code }).where('id', '=', id).execute()
    }
    await db
      .updateTable('net_worth_product')
      .set({ accountId: successor.id })
      .where('siteId', '=', 0)
      .where('accountId', 'in', accountIds)
      .execute()
  },
}

const routes: Routes<'netWorth'> = {
  ...sheetRoutes,
  'netWorth.page': async (ctx, { productCode, siteId, ...paging }) => {
    let seen = selectWithProduct(ctx.db, productCode).where(whereVisible(ctx.requireSignedIn()))
    if (siteId) seen = seen.where('product.siteId', '=', siteId)
    const newest = seen.orderBy('net_worth.nwTime', 'desc').orderBy('net_worth.id', 'desc')
    const { rows, total } = await readPage(newest, paging)
    return pageOf(rows.map(presentNetWorth), total, paging.size)
  },
  'netWorth.findById': async (ctx, { id }) => presentNetWorth(await requireRecord(ctx, id)),
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
