import type { OpenWorkKind } from '#server/areas/people/account/index.ts'

/** What an account has applied for and nobody has ended: it goes on as another one's when the account is deleted. */
export const openApplications: OpenWorkKind = {
  title: '个审批申请',
  async count(db, accountIds) {
    const rows = await db
      .selectFrom('approval')
      .select((eb) => ['applicantId', eb.fn.countAll<number>().as('waiting')])
      .where('applicantId', 'in', accountIds)
      .where('state', '=', 'waiting')
      .groupBy('applicantId')
      .execute()
    return new Map(rows.map(({ applicantId, waiting }) => [applicantId, waiting]))
  },
  async handOver(ctx, accountIds, { id, username }) {
    await ctx.db
      .updateTable('approval')
      .set({ applicantId: id, applicant: username })
      .where('applicantId', 'in', accountIds)
      .where('state', '=', 'waiting')
      .execute()
  },
}
