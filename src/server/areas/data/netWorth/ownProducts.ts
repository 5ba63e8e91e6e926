import type { OpenWorkKind } from '#server/areas/people/account/index.ts'

/** Products of no site: nobody but super administrators would see them and their net values when their account is gone. */
export const ownProducts: OpenWorkKind = {
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
  async handOver({ db }, accountIds, heir) {
    const ofNoSite = db.selectFrom('net_worth_product').where('siteId', '=', 0)
    const theirs = await ofNoSite.select('productCode').where('accountId', '=', heir.id).execute()
    const taken = new Set(theirs.map(({ productCode }) => productCode))
    const left = await ofNoSite
      .innerJoin('account', 'account.id', 'net_worth_product.accountId')
      .select(['net_worth_product.id', 'productCode', 'account.username'])
      .where('accountId', 'in', accountIds)
      .orderBy('net_worth_product.id')
      .execute()
    for (const { id, productCode, username } of left) {
      let code = productCode
      // Two products of one code would have two values per day, so the heir's second one is renamed.
      while (taken.has(code)) code = `${code}（${username}）`
      taken.add(code)
      if (code !== productCode)
        await db.updateTable('net_worth_product').set({ productCode: code }).where('id', '=', id).execute()
    }
    await db
      .updateTable('net_worth_product')
      .set({ accountId: heir.id })
      .where('siteId', '=', 0)
      .where('accountId', 'in', accountIds)
      .execute()
  },
}
