import type { ApiName } from '#shared/contract/registry.ts'
import { buildWorkflow, linkWorkflow } from '#tests/builders/workflow.ts'
import { none, row, type Row } from './row.ts'
import type { Stage } from './world.ts'

const flowOf = ({ admin, world: { mark, siteId } }: Stage): Promise<number> =>
  buildWorkflow(admin, { siteId, title: `流程 ${mark}` })
const nodeOf = async (stage: Stage): Promise<number> => {
  const relationId = await flowOf(stage)
  return (await stage.admin.ok('workflowNode.page', { relationId })).content[0]?.id ?? 0
}
/** A draft of the world's column, which has a workflow. */
const draftWithFlow = async ({ admin, world }: Stage): Promise<number> => {
  const { siteId, columnId: classId } = world
  await linkWorkflow(admin, classId, await buildWorkflow(admin, { siteId, title: `流程 ${world.mark}` }))
  return (await admin.ok('content.save', { classId, isStatus: false, fieldList: [] }))?.id ?? 0
}
/** The application for it. */
const waitingOf = async (stage: Stage): Promise<number> => {
  const dataId = await draftWithFlow(stage)
  const menuId = stage.world.columnId
  return (await stage.admin.ok('approval.apply', { dataId, menuId, approveRemark: '' }))?.instanceId ?? 0
}
const taskOf = async (stage: Stage): Promise<number> => {
  await waitingOf(stage)
  const { content } = await stage.admin.ok('approval.taskList', { siteId: stage.world.siteId, seeAll: true })
  return content[0]?.taskId ?? 0
}

/** Workflows are of a site; tasks belong to roles, which nobody in the matrix has a step of. */
export const approvalRows: Partial<Record<ApiName, Row>> = {
  'approval.taskList': row('nothing', none),
  'approval.taskingCount': row('nothing', none),
  'approval.approve': row('super', ({ made }) => ({ taskId: made, pass: true }), taskOf),
  'approval.agreeMany': row('super', ({ made }) => ({ idList: [made] }), taskOf),
  'approval.apply': row('declared', ({ made, columnId }) => ({ dataId: made, menuId: columnId }), draftWithFlow),
  'approval.cancleProcess': row('column', ({ made }) => ({ instanceId: made }), waitingOf),
  'approval.cancle': row('column', ({ made }) => ({ id: made }), waitingOf),
  'approval.detail': row('column', ({ made }) => ({ instanceId: made }), waitingOf),
  'approval.mine': row('nothing', none),
  'approval.history': row('declared', ({ columnId }) => ({ dataId: 1, menuId: columnId })),
  'approval.standIn': row('nothing', none),
  'approval.saveStandIn': row('nothing', () => ({ standInId: 0 })),
  'workflow.findById': row('site', ({ made }) => ({ id: made }), flowOf),
  'workflow.list': row('own sites', () => ({ page: 1, size: 1000 }), flowOf),
  'workflow.approverRoles': row('nothing', none),
  'workflow.save': row('declared', ({ siteId }) => ({ title: '流程', siteId })),
  'workflow.deleteByIdList': row('site', ({ made }) => [made], flowOf),
  'workflowNode.page': row('site', ({ made }) => ({ relationId: made }), flowOf),
  'workflowNode.batchSave': row('declared', ({ made, siteId }) => ({ relationId: made, siteId, nodes: [] }), flowOf),
  'workflowNode.deleteByIdList': row('site', ({ made }) => [made], nodeOf),
}
