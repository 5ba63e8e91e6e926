import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '#server/deps.ts'
import type { CallContext } from '#server/http/context.ts'
import { goneRecord } from '#server/http/missing.ts'
import type { Handler, Resource, Routes } from '#server/http/routes.ts'
import {
  allowed,
  approvals,
  columnFor,
  lockEntries,
  lockLive,
  publish,
  requireAction,
  workflowOf,
} from '#server/areas/content/entry/index.ts'
import { onTime } from '#server/jobs/onTime.ts'
import { registerOpenWork } from '#server/areas/people/account/index.ts'
import { roleUses } from '#server/areas/people/role/index.ts'
import { AppError } from '#shared/errors/index.ts'
import { endWithdrawn, entryApprovals, lockApproval, requireRevocable } from './applications.ts'
import { agreeMany, approve } from './decide.ts'
import { detail } from './detail.ts'
import { stateOf, takesPart } from './entryState.ts'
import { openApplications, openWordTasks } from './openApplications.ts'
import { requireUnused } from './roleUses.ts'
import { anyToRemind, remindWork } from './remind.ts'
import { tellWithdrawn } from './tell.ts'
import { countTasks, history, pageMine, pageTasks } from './list.ts'
import { readStandIn, saveStandIn } from './standIn.ts'

approvals.register({ ...entryApprovals, stateOf, takesPart })
roleUses.register({ requireUnused })
registerOpenWork(openApplications)
registerOpenWork(openWordTasks)

/** Applies for a draft as it is stored; what waits already goes on. */
const apply: Handler<'approval.apply'> = async (ctx, { dataId, menuId, acceptSensitive }) => {
  const column = await columnFor(ctx, menuId)
  requireAction(ctx, column, 'edit')
  if (!workflowOf(column)) throw new AppError('conflict', `栏目“${column.title}”没有启用审批流程，请直接发布`)
  const [entry] = await lockLive(ctx, column, [dataId])
  if (entry?.isStatus === 1) throw new AppError('conflict', '内容已经发布，请编辑后用“保存并发布”提交审批')
  await publish(ctx, { classId: menuId, idList: [dataId], acceptSensitive })
  const row = await ctx.db
    .selectFrom('content')
    .select('approveInstanceId')
    .where('id', '=', dataId)
    .executeTakeFirstOrThrow()
  return { instanceId: Number(row.approveInstanceId) }
}

/** By who applied, or who may edit the entry. AppErrors `not-found`, `forbidden`, `conflict`. */
async function withdraw(ctx: CallContext, id: number, remark: string): Promise<null> {
  const seen = await ctx.db.selectFrom('approval').selectAll().where('id', '=', id).executeTakeFirst()
  if (!seen) throw goneRecord('审批申请不存在，请刷新', id)
  const isOwn = seen.applicantId === ctx.signed().accountId
  const entry = await ctx.db.selectFrom('content').select('id').where('id', '=', seen.contentId).executeTakeFirst()
  if (entry) {
    const column = await columnFor(ctx, seen.classId)
    if (!isOwn && !allowed(ctx, column, 'edit'))
      throw new AppError('forbidden', '只有申请人或能编辑这条内容的人可以撤回')
    await lockEntries(ctx, column, [entry.id])
  } else if (!isOwn) throw new AppError('forbidden', '只有申请人可以撤回')
  const approval = await lockApproval(ctx.db, id)
  if (approval?.state !== 'waiting') throw new AppError('conflict', '这个申请已经结束，请刷新')
  requireRevocable(approval, { id: approval.contentId, title: approval.title })
  await endWithdrawn(ctx, approval, remark)
  await tellWithdrawn(ctx, approval, remark)
  return null
}

const routes: Routes<'approval'> = {
  'approval.taskList': pageTasks,
  'approval.taskingCount': countTasks,
  'approval.approve': approve,
  'approval.agreeMany': agreeMany,
  'approval.apply': apply,
  'approval.cancleProcess': (ctx, { instanceId, remark }) => withdraw(ctx, instanceId, remark),
  'approval.cancle': (ctx, { id }) => withdraw(ctx, id, ''),
  'approval.detail': detail,
  'approval.mine': pageMine,
  'approval.history': history,
  'approval.standIn': readStandIn,
  'approval.saveStandIn': saveStandIn,
}

const plugin = (app: FastifyInstance, deps: ServerDeps): void =>
  onTime(app, deps, { kind: 'approval.remind', title: '审批提醒', isDue: anyToRemind })

/** Calls 96–102: applications for publication and the tasks that they make. */
export const approval: Resource = { routes, jobs: { 'approval.remind': remindWork }, plugin }
