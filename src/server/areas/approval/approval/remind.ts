import { type Kysely, sql } from 'kysely'
import { notify } from '#server/areas/people/notice/index.ts'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { JobWork } from '#server/http/jobWork.ts'
import { workContext } from '#server/http/workContext.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { isInLivingSite } from './actors.ts'
import { stepsOf } from './rows.ts'
import { peopleOf, titled } from './tell.ts'

/** Tasks per read. */
const PART = 100
/** The job acts for no account. */
const NOBODY = { accountId: 0, username: '', authority: { groupId: 0, siteItemDTOList: [] } }

const toRemind = (db: Kysely<Database>, now: number) =>
  db
    .selectFrom('approval_task')
    // Written literally, so that the partial index applies.
    .where('approval_task.state', '=', sql.lit(0))
    .where('approval_task.remindTime', '>', sql.lit(0))
    .where('approval_task.remindTime', '<=', now)
    .where(isInLivingSite)

export const anyToRemind = async (db: Kysely<Database>, now: number): Promise<boolean> =>
  (await toRemind(db, now).select('id').limit(1).executeTakeFirst()) !== undefined

/**
 * Job: reminds assignees of tasks that will soon be overdue, each task once: the mark is cleared in the transaction
 * of the notices.
 */
export const remindWork: JobWork = async (deps, job) => {
  let reminded = 0
  for (;;) {
    const rows = await toRemind(deps.db, deps.clock.now().getTime()).select('id').orderBy('id').limit(PART).execute()
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
    const { ctx, committed: after } = workContext(deps, tx, NOBODY)
    const now = deps.clock.now()
    const task = await toRemind(tx, now.getTime()).selectAll().where('id', '=', taskId).executeTakeFirst()
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
    const step = stepsOf(approval)[task.step]
    await notify(ctx, step ? await peopleOf(ctx, step) : [], {
      kind: 'reminder',
      title: isOver ? `${titled(approval)}的审批已超过期限` : `${titled(approval)}的审批即将到期`,
      body: `请在 ${formatDateTime(task.dueTime)} 前处理，节点“${task.title}”，${approval.applicant} 提交`,
      place: 'tasks',
      siteId: approval.siteId,
    })
    return after
  })
  await committed()
}
