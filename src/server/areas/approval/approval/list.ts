import { sql } from 'kysely'
import type { CallContext } from '#server/http/context.ts'
import { pageOf, readPage } from '#server/http/paging.ts'
import type { Handler } from '#server/http/routes.ts'
import { contains } from '#server/db/search.ts'
import type { ApprovalTask, Application } from '#shared/contract/approval.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import {
  type Actor,
  readActor,
  representedName,
  whereForActor,
  hasNoAssignee,
  whereSiteActive,
  mayAct,
  findActiveAssignees,
} from './actors.ts'
import { type ApprovalRow, parseSteps } from './rows.ts'

interface TaskFilter {
  state: number
  seeAll: boolean
  siteId?: number | undefined
}

/**
 * Tasks that wait for the actor, or that the actor has decided; with seeAll everybody's, for super administrators.
 * Waiting tasks of a deleted site are hidden until the site is restored.
 */
function selectTasks(ctx: CallContext, actor: Actor, { state, seeAll, siteId }: TaskFilter) {
  if (seeAll && !actor.isSuper) throw new AppError('forbidden', '只有超级管理员可以查看所有人的审批任务')
  const { accountId } = ctx.requireSignedIn()
  let found = ctx.db.selectFrom('approval_task').where('approval_task.state', '=', state)
  if (siteId) found = found.where('approval_task.siteId', '=', siteId)
  if (state === 0) found = found.where(whereSiteActive)
  if (seeAll) return found
  return state === 0
    ? found.where((eb) => whereForActor(eb, actor))
    : found.where('approval_task.approverId', '=', accountId).where('approval_task.approverId', '<>', sql.lit(0))
}

export const countTasks: Handler<'approval.taskingCount'> = async (ctx, input) => {
  const actor = await readActor(ctx)
  const row = await selectTasks(ctx, actor, { ...input, seeAll: input.seeAll && actor.isSuper, state: 0 })
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return row.total
}

export const pageTasks: Handler<'approval.taskList'> = async (ctx, { page, size, key, ...wanted }) => {
  const actor = await readActor(ctx)
  let found = selectTasks(ctx, actor, wanted)
  if (key)
    found = found.where('approval_task.approvalId', 'in', (eb) =>
      eb
        .selectFrom('approval')
        .select('approval.id')
        .where((inner) => contains([inner.ref('approval.title')], key)),
    )
  // Own decided tasks are listed by the time of the decision, everybody's by creation.
  if (wanted.state === 1 && !wanted.seeAll) found = found.orderBy('approval_task.finishTime', 'desc')
  const { rows, total } = await readPage(found.selectAll('approval_task').orderBy('approval_task.id', 'desc'), {
    page,
    size,
  })
  const ids = rows.map(({ approvalId }) => approvalId)
  const applications = await readWithTitles(ctx, ids)
  const activeAssignees = await findActiveAssignees(
    ctx,
    [...applications.values()].flatMap((each) => parseSteps(each)),
  )
  const tasks = rows.flatMap((task): ApprovalTask[] => {
    const application = applications.get(task.approvalId)
    if (!application) return []
    const step = parseSteps(application)[task.step]
    const canDecide = task.state === 0 && mayAct(actor, step, activeAssignees)
    return [
      {
        taskId: task.id,
        dataId: application.contentId,
        menuId: application.classId,
        siteId: application.siteId,
        dataDetail: JSON.stringify({ title: application.title, pass: task.pass !== 0 }),
        approveRemark: application.remark,
        approveType: canDecide ? 1 : 2,
        dueDate: formatOptionalTime(task.dueTime),
        approveFinishDate: formatOptionalTime(task.finishTime),
        approveResult: task.state === 1 ? JSON.stringify({ approveResult: task.result, trueName: task.trueName }) : '',
        pass: task.pass === null ? null : task.pass === 1,
        instanceId: application.id,
        nodeTitle: task.title,
        menuTitle: application.menuTitle,
        siteTitle: application.siteTitle,
        applicant: application.applicantName,
        createDate: formatDateTime(task.createTime),
        nobody: task.state === 0 && step !== undefined && hasNoAssignee(step, activeAssignees),
        actsFor: canDecide ? representedName(actor, step) : '',
      },
    ]
  })
  return pageOf(tasks, total, size)
}

/** '' for 0. */
export const formatOptionalTime = (time: number): string => (time === 0 ? '' : formatDateTime(time))

export type TitledApproval = ApprovalRow & { menuTitle: string; siteTitle: string; applicantName: string }

/** The applications with the titles of their columns and sites, by id. */
export async function readWithTitles(
  { db }: CallContext,
  ids: readonly number[],
): Promise<Map<number, TitledApproval>> {
  const rows = await db
    .selectFrom('approval')
    .leftJoin('site_column', 'site_column.id', 'approval.classId')
    .leftJoin('site', 'site.id', 'approval.siteId')
    .leftJoin('account', 'account.id', 'approval.applicantId')
    .leftJoin('account as ender', 'ender.username', 'approval.endedBy')
    .selectAll('approval')
    .select([
      'site_column.title as menuTitle',
      'site.title as siteTitle',
      'account.trueName as applicantName',
      'ender.trueName as enderName',
    ])
    .where('approval.id', 'in', [...ids, -1])
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...row,
        menuTitle: row.menuTitle ?? '',
        siteTitle: row.siteTitle ?? '',
        applicantName: row.applicantName || row.applicant,
        endedBy: row.enderName || row.endedBy,
      },
    ]),
  )
}

export const presentApplication = (row: TitledApproval): Application => ({
  instanceId: row.id,
  dataId: row.contentId,
  menuId: row.classId,
  siteId: row.siteId,
  title: row.title,
  menuTitle: row.menuTitle,
  siteTitle: row.siteTitle,
  workflowTitle: row.workflowTitle,
  remark: row.remark,
  state: row.state,
  nodeTitle: row.state === 'waiting' ? (parseSteps(row)[row.step]?.title ?? '') : '',
  revocability: row.revocability === 1,
  applicant: row.applicantName,
  createDate: formatDateTime(row.createTime),
  finishDate: formatOptionalTime(row.finishTime),
  endedBy: row.endedBy,
  endRemark: row.endRemark,
})

export const pageMine: Handler<'approval.mine'> = async (ctx, { page, size, key, state }) => {
  let found = ctx.db.selectFrom('approval').where('applicantId', '=', ctx.requireSignedIn().accountId)
  if (state) found = found.where('state', '=', state)
  if (key) found = found.where((eb) => contains([eb.ref('title')], key))
  const { rows, total } = await readPage(found.select('id').orderBy('id', 'desc'), { page, size })
  const applications = await readWithTitles(
    ctx,
    rows.map(({ id }) => id),
  )
  const listed = rows.flatMap(({ id }) => applications.get(id) ?? [])
  return pageOf(listed.map(presentApplication), total, size)
}

/** Applications of one entry, for readers of its column. */
export const listEntryApplications: Handler<'approval.history'> = async (ctx, { dataId, menuId }) => {
  const rows = await ctx.db
    .selectFrom('approval')
    .select('id')
    .where('contentId', '=', dataId)
    .where('classId', '=', menuId)
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
  const applications = await readWithTitles(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.flatMap(({ id }) => applications.get(id) ?? []).map(presentApplication)
}
