import type { OpenWorkKind } from '#server/areas/people/account/index.ts'

/** Entries that somebody has made and not published: they go on as another one's when the account is deleted. */
export const openDrafts: OpenWorkKind = {
  title: '篇草稿',
  async count(db, accountIds) {
    const rows = await db
      .selectFrom('content')
      .select((eb) => ['createById', eb.fn.countAll<number>().as('drafts')])
      .where('createById', 'in', accountIds)
      .where('isStatus', '=', 0)
      .where('isRecycled', '=', 0)
      .groupBy('createById')
      .execute()
    return new Map(rows.map(({ createById, drafts }) => [createById, drafts]))
  },
  async handOver(ctx, accountIds, { id, username }) {
    await ctx.db
      .updateTable('content')
      .set({ createById: id, createBy: username })
      .where('createById', 'in', accountIds)
      .where('isStatus', '=', 0)
      .where('isRecycled', '=', 0)
      .execute()
  },
}
