import { type Kysely, sql } from 'kysely'
import { notify } from '#server/areas/people/notice/index.ts'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { JobWork } from '#server/http/jobWork.ts'
import { createWorkContext } from '#server/http/workContext.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { whereSiteActive } from './actors.ts'
import { parseSteps } from './rows.ts'
import { findAssignees, describeEntry } from './notices.ts'

/** Tasks per read. */
const BATCH_SIZE = 100
/** The job acts for no account. */
const NO_ACCOUNT = { accountId: 0, username: '', authority: { groupId: 0, siteItemDTOList: [] } }

const selectDueReminders = (db: Kysely<Database>, now: number) =>
  db
    .selectFrom('approval_task')
    // Written literally, so that the partial index applies.
    .where('approval_task.state', '=', sql.lit(0))
    .where('approval_task.remindTime', '>', sql.lit(0))
    .where('approval_task.remindTime', '<=', now)
    .where(whereSiteActive)

export const hasDueReminders = async (db: Kysely<Database>, now: number): Promise<boolean> =>
  (await selectDueReminders(db, now).select('id').limit(1).executeTakeFirst()) !== undefined

/**
 * Job: reminds assignees of tasks that will soon be overdue, each task once: the mark is cleared in the transaction
 * of the notices.
 */
export const sendReminders: JobWork = async (deps, job) => {
  let reminded = 0
  for (;;) {
    const rows = await selectDueReminders(deps.db, deps.clock.now().getTime())
      .select('id')
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute()
    if (rows.length === 0) break
    for (const { id } of rows) {
      await remind(deps, id)
      reminded += 1
      await job.report(50, `已提醒 ${reminded} 个审批任务`)
    }
  }
  await job.finish(async () => reminded)
}

async function remind(deps: ServerDeps, taskId: number): Promise<void> {
  const committed = await deps.db.transaction().execute(async (tx) => {
    const { ctx, committed: after } = createWorkContext(deps, tx, NO_ACCOUNT)
    const now = deps.clock.now()
    const task = await selectDueReminders(tx, now.getTime()).selectAll().where('id', '=', taskId).executeTakeFirst()
    // Only one of two concurrent processes gets the row.
    const marked = await tx
      .updateTable('approval_task')
      .set({ remindTime: 0 })
      .where('id', '=', taskId)
      .where('remindTime', '>', 0)
      .returning('id')
      .executeTakeFirst()
    if (!task || !marked) return after
    const approval = await tx.selectFrom('approval').selectAll().where('id', '=', task.approvalId).executeTakeFirst()
    if (approval?.state !== 'waiting') return after
    const isOver = task.dueTime <= now.getTime()
    const step = parseSteps(approval)[task.step]
    await notify(ctx, step ? await findAssignees(ctx, step) : [], {
      kind: 'reminder',
      title: isOver ? `${describeEntry(approval)}的审批已超过期限` : `${describeEntry(approval)}的审批即将到期`,
      body: `请在 ${formatDateTime(task.dueTime)} 前处理，节点“${task.title}”，${approval.applicant} 提交`,
      place: 'tasks',
      siteId: approval.siteId,
    })
    return after
  })
  await committed()
}
