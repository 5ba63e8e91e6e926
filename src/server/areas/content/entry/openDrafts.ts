import type { OpenWorkKind } from '#server/areas/people/account/index.ts'

/** Unpublished entries, which get a new author when their account is deleted. */
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
