import { contains } from '#server/db/search.ts'
import type { OpenWorkKind } from '#server/areas/people/account/index.ts'
import { splitIntoBatches } from '#shared/util/lists.ts'
import type { Step } from './rows.ts'

/** Pending applications of an account, which get a new applicant when the account is deleted. */
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

/** Pending word approvals of an account, which pass to another account when it is deleted. */
export const openWordTasks: OpenWorkKind = {
  title: '个敏感词审批任务',
  async count(db, accountIds) {
    const rows = await db
      .selectFrom('approval_task_person')
      .select((eb) => ['accountId', eb.fn.countAll<number>().as('waiting')])
      .where('accountId', 'in', accountIds)
      .groupBy('accountId')
      .execute()
    return new Map(rows.map(({ accountId, waiting }) => [accountId, waiting]))
  },
  async handOver({ db }, accountIds, { id: successorId }) {
    const tasks = await db
      .deleteFrom('approval_task_person')
      .where('accountId', 'in', accountIds)
      .returning('taskId')
      .execute()
    for (const part of splitIntoBatches([...new Set(tasks.map(({ taskId }) => taskId))], 200))
      await db
        .insertInto('approval_task_person')
        .values(part.map((taskId) => ({ taskId, accountId: successorId })))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    const gone = new Set(accountIds)
    const open = await db
      .selectFrom('approval')
      .select(['id', 'steps'])
      .where('state', '=', 'waiting')
      .where((eb) => contains([eb.ref('steps')], '"accountIds"'))
      .execute()
    for (const { id, steps } of open) {
      const changed = (JSON.parse(steps) as Step[]).map((step) =>
        step.accountIds
          ? { ...step, accountIds: [...new Set(step.accountIds.map((one) => (gone.has(one) ? successorId : one)))] }
          : step,
      )
      await db
        .updateTable('approval')
        .set({ steps: JSON.stringify(changed) })
        .where('id', '=', id)
        .execute()
    }
  },
}
