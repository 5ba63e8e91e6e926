import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '#server/deps.ts'
import type { CallContext } from '#server/http/context.ts'
import { missingRecord } from '#server/http/missingRecords.ts'
import type { Handler, Resource, Routes } from '#server/http/routes.ts'
import {
  isAllowed,
  approvals,
  type Approvals,
  requireContentColumn,
  lockEntries,
  lockActive,
  publishEntries,
  requireAction,
  findWorkflow,
} from '#server/areas/content/entry/index.ts'
import { pollScheduledWork } from '#server/jobs/scheduledWork.ts'
import { registerOpenWork } from '#server/areas/people/account/index.ts'
import { roleUses } from '#server/areas/people/role/index.ts'
import { AppError, fieldError } from '#shared/errors/index.ts'
import { withdrawApplication, entryApprovals, lockApproval, requireRevocable, findPending } from './applications.ts'
import { agreeMany, approve } from './decide.ts'
import { readDetail } from './detail.ts'
import { openApplications, openWordTasks } from './openApplications.ts'
import { hasDueReminders, sendReminders } from './remind.ts'
import { notifyWithdrawn } from './notices.ts'
import {
  countTasks,
  formatOptionalTime,
  listEntryApplications,
  pageMine,
  pageTasks,
  presentApplication,
  readWithTitles,
} from './list.ts'
import { parseApprovalResult } from '#shared/domain/passState.ts'
import { readActor, mayAct, findActiveAssignees } from './actors.ts'
import { parseSteps } from './rows.ts'
import { parseRangeStart, parseRangeEnd } from '#server/http/dateFilter.ts'
import { formatDateTime } from '#shared/util/dates.ts'

const selectOwnStandIn = ({ db, requireSignedIn }: CallContext) =>
  db
    .selectFrom('stand_in')
    .innerJoin('account', 'account.id', 'stand_in.standInId')
    .select(['stand_in.standInId', 'stand_in.fromTime', 'stand_in.toTime', 'account.trueName', 'account.username'])
    .where('stand_in.accountId', '=', requireSignedIn().accountId)

const readStandIn: Handler<'approval.standIn'> = async (ctx) => {
  const row = await selectOwnStandIn(ctx).executeTakeFirst()
  if (!row || (row.toTime !== 0 && row.toTime < ctx.clock.now().getTime())) return null
  return {
    standInId: row.standInId,
    standInName: row.trueName || row.username,
    fromDate: formatDateTime(row.fromTime),
    toDate: formatOptionalTime(row.toTime),
  }
}

/** AppErrors at the invalid field: a stand-in must be another, active account. */
const saveStandIn: Handler<'approval.saveStandIn'> = async (ctx, { standInId, fromDate, toDate }) => {
  const { accountId } = ctx.requireSignedIn()
  await ctx.db.deleteFrom('stand_in').where('accountId', '=', accountId).execute()
  if (standInId === 0) return null
  if (standInId === accountId) throw fieldError('invalid', 'standInId', '代理人不能是本人，请选择其他账号')
  const person = await ctx.db.selectFrom('account').select('isStatus').where('id', '=', standInId).executeTakeFirst()
  if (person?.isStatus !== 1) throw fieldError('not-found', 'standInId', '代理人不存在或已停用，请重新选择')
  const fromTime = parseRangeStart(fromDate) ?? ctx.clock.now().getTime()
  const toTime = parseRangeEnd(toDate) ?? 0
  if (toTime !== 0 && toTime <= fromTime) throw fieldError('invalid', 'toDate', '结束时间必须晚于开始时间')
  await ctx.db.insertInto('stand_in').values({ accountId, standInId, fromTime, toTime }).execute()
  return null
}

type RoleList = readonly { id: number; title: string }[]

/** Roles used by a workflow node, or by a remaining step of a pending application, cannot be deleted (decision 035). */
async function requireUnused(ctx: CallContext, roles: RoleList): Promise<void> {
  const titles = new Map(roles.map(({ id, title }) => [id, title]))
  const nodes = await ctx.db
    .selectFrom('workflow_node')
    .innerJoin('workflow', 'workflow.id', 'workflow_node.workflowId')
    .select(['workflow.title as flow', 'workflow_node.title as node', 'workflow_node.roles'])
    .orderBy('workflow_node.id')
    .execute()
  for (const { flow, node, roles: kept } of nodes) {
    const used = findTitle(
      titles,
      (JSON.parse(kept) as { roleId: number }[]).map(({ roleId }) => roleId),
    )
    if (used !== undefined)
      throw new AppError(
        'conflict',
        `审批流程“${flow}”的节点“${node}”由用户组“${used}”审核，请先在“流程设置”中换成其他用户组，再删除`,
      )
  }
  const waiting = await ctx.db
    .selectFrom('approval')
    .select(['title', 'steps', 'step'])
    .where('state', '=', 'waiting')
    .orderBy('id')
    .execute()
  for (const { title, step, ...approval } of waiting) {
    const coming = parseSteps(approval).slice(step)
    const used = findTitle(
      titles,
      coming.flatMap(({ roleIds }) => roleIds),
    )
    if (used !== undefined)
      throw new AppError('conflict', `内容“${title}”的审批仍需要用户组“${used}”，请等待审批结束或撤回后再删除`)
  }
}

const findTitle = (titles: ReadonlyMap<number, string>, ids: readonly number[]): string | undefined =>
  ids.map((id) => titles.get(id)).find((title) => title !== undefined)

/** The entry's last application, if it is pending or refused; a later save of the entry makes it irrelevant. */
const stateOf: Approvals['stateOf'] = async (ctx, column, { id: contentId, pass, approveResult }) => {
  const last = await ctx.db
    .selectFrom('approval')
    .select(['id', 'state'])
    .where('contentId', '=', contentId)
    .where('classId', '=', column.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const isRefused = last?.state === 'refused' && pass === 0
  if (!last || (last.state !== 'waiting' && !isRefused)) return null
  const row = (await readWithTitles(ctx, [last.id])).get(last.id)
  if (!row) return null
  const isOwn = row.applicantId === ctx.requireSignedIn().accountId
  const mayWithdraw = row.state === 'waiting' && row.revocability === 1 && (isOwn || isAllowed(ctx, column, 'edit'))
  const shown = presentApplication(row)
  // The entry itself stores the real name of the person who refused.
  const endedBy = parseApprovalResult(approveResult)?.trueName || shown.endedBy
  return { ...shown, endedBy, wasPublic: row.wasPublic === 1, mayWithdraw }
}

/** Is the caller the applicant of the pending version, or allowed to decide one of its steps? */
const takesPart: Approvals['takesPart'] = async (ctx, row) => {
  const approval = await findPending(ctx.db, row)
  if (!approval) return false
  if (approval.applicantId === ctx.requireSignedIn().accountId) return true
  const steps = parseSteps(approval)
  const [actor, activeAssignees] = [await readActor(ctx), await findActiveAssignees(ctx, steps)]
  return steps.some((step) => mayAct(actor, step, activeAssignees))
}

approvals.register({ ...entryApprovals, stateOf, takesPart })
roleUses.register({ requireUnused })
registerOpenWork(openApplications)
registerOpenWork(openWordTasks)

/** Submits a stored draft; a pending application stays as it is. */
const submitForApproval: Handler<'approval.apply'> = async (ctx, { dataId, menuId, acceptSensitive }) => {
  const column = await requireContentColumn(ctx, menuId)
  requireAction(ctx, column, 'edit')
  if (!findWorkflow(column)) throw new AppError('conflict', `栏目“${column.title}”未启用审批流程，请直接发布`)
  const [entry] = await lockActive(ctx, column, [dataId])
  if (entry?.isStatus === 1) throw new AppError('conflict', '内容已发布，请编辑后通过“保存并发布”提交审批')
  await publishEntries(ctx, { classId: menuId, idList: [dataId], acceptSensitive })
  const row = await ctx.db
    .selectFrom('content')
    .select('approveInstanceId')
    .where('id', '=', dataId)
    .executeTakeFirstOrThrow()
  return { instanceId: Number(row.approveInstanceId) }
}

/**
 * Withdraws an application, for the applicant or an editor of the entry. AppErrors `not-found`, `forbidden`,
 * `conflict`.
 */
async function withdraw(ctx: CallContext, id: number, remark: string): Promise<null> {
  const seen = await ctx.db.selectFrom('approval').selectAll().where('id', '=', id).executeTakeFirst()
  if (!seen) throw missingRecord('审批申请不存在，可能已被删除，请刷新', id)
  const isOwn = seen.applicantId === ctx.requireSignedIn().accountId
  const entry = await ctx.db.selectFrom('content').select('id').where('id', '=', seen.contentId).executeTakeFirst()
  if (entry) {
    const column = await requireContentColumn(ctx, seen.classId)
    if (!isOwn && !isAllowed(ctx, column, 'edit'))
      throw new AppError('forbidden', '只有申请人或有该内容编辑权限的账号可以撤回')
    await lockEntries(ctx, column, [entry.id])
  } else if (!isOwn) throw new AppError('forbidden', '只有申请人可以撤回')
  const approval = await lockApproval(ctx.db, id)
  if (approval?.state !== 'waiting') throw new AppError('conflict', '申请已结束，请刷新')
  requireRevocable(approval, { id: approval.contentId, title: approval.title })
  await withdrawApplication(ctx, approval, remark)
  await notifyWithdrawn(ctx, approval, remark)
  return null
}

const routes: Routes<'approval'> = {
  'approval.taskList': pageTasks,
  'approval.taskingCount': countTasks,
  'approval.approve': approve,
  'approval.agreeMany': agreeMany,
  'approval.apply': submitForApproval,
  'approval.cancleProcess': (ctx, { instanceId, remark }) => withdraw(ctx, instanceId, remark),
  'approval.cancle': (ctx, { id }) => withdraw(ctx, id, ''),
  'approval.detail': readDetail,
  'approval.mine': pageMine,
  'approval.history': listEntryApplications,
  'approval.standIn': readStandIn,
  'approval.saveStandIn': saveStandIn,
}

const plugin = (app: FastifyInstance, deps: ServerDeps): void =>
  pollScheduledWork(app, deps, { kind: 'approval.remind', title: '审批提醒', isDue: hasDueReminders })

/** Calls 96–102: applications for publication, and their tasks. */
export const approval: Resource = { routes, jobs: { 'approval.remind': sendReminders }, plugin }
