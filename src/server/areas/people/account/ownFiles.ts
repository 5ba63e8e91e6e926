import type { OpenWorkKind } from './openWork.ts'

/** Files of no site: nobody but super administrators would see them when their account is gone. */
export const ownFiles: OpenWorkKind = {
  title: '个不属于站点的资源',
  async count(db, accountIds) {
    const rows = await db
      .selectFrom('attachment')
      .select((eb) => ['accountId', eb.fn.countAll<number>().as('files')])
      .where('accountId', 'in', accountIds)
      .where('siteId', '=', 0)
      .where('isRegistered', '=', 1)
      .where('expireTime', 'is', null)
      .groupBy('accountId')
      .execute()
    return new Map(rows.map(({ accountId, files }) => [accountId, files]))
  },
  async handOver(ctx, accountIds, { id }) {
    await ctx.db
      .updateTable('attachment')
      .set({ accountId: id })
      .where('accountId', 'in', accountIds)
      .where('siteId', '=', 0)
      .execute()
  },
}
