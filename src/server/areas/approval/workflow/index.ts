import { workflows } from '#server/areas/column/column/index.ts'
import { engineOf } from '#server/db/dialect.ts'
import { contains } from '#server/db/search.ts'
import { pageOf, readPage } from '#server/http/paging.ts'
import type { Resource, Routes } from '#server/http/routes.ts'
import { selectListedSites } from '#server/siteAccess.ts'
import { selectApprovers } from '#server/areas/approval/approval/actors.ts'
import { AppError } from '#shared/errors/index.ts'
import { readNodes, presentNodes, removeNodes, saveNodes } from './nodes.ts'
import { presentWorkflows, removeWorkflows, saveWorkflow, requireWorkflow, type WorkflowRow } from './workflows.ts'

const flowRoutes: Routes<'workflow'> = {
  'workflow.findById': async (ctx, { id }) => presentWorkflow(ctx, await requireWorkflow(ctx, id)),
  'workflow.list': async (ctx, { siteId, key, ...paging }) => {
    let found = ctx.db.selectFrom('workflow').where('siteId', 'in', selectListedSites(ctx, siteId))
    if (key) found = found.where((eb) => contains([eb.ref('title'), eb.ref('remark')], key))
    const { rows, total } = await readPage(found.selectAll().orderBy('id', 'desc'), paging)
    return pageOf(await presentWorkflows(ctx, rows), total, paging.size)
  },
  'workflow.approverRoles': async ({ db }) => {
    const rows = await selectApprovers(db).select('roleId').distinct().execute()
    return rows.map(({ roleId }) => roleId)
  },
  'workflow.save': async (ctx, form) => presentWorkflow(ctx, await saveWorkflow(ctx, form)),
  'workflow.deleteByIdList': async (ctx, ids) => {
    await removeWorkflows(ctx, ids)
    return null
  },
}

async function presentWorkflow(ctx: Parameters<typeof presentWorkflows>[0], row: WorkflowRow) {
  const [presented] = await presentWorkflows(ctx, [row])
  if (!presented) throw new Error('a workflow was not presented')
  return presented
}

const nodeRoutes: Routes<'workflowNode'> = {
  'workflowNode.page': async (ctx, { relationId, key, page, size }) => {
    const row = await requireWorkflow(ctx, relationId)
    const nodes = (await readNodes(ctx.db, row.id)).filter(({ title }) => title.includes(key))
    return pageOf(await presentNodes(ctx, row, nodes.slice((page - 1) * size, page * size)), nodes.length, size)
  },
  'workflowNode.batchSave': (ctx, form) => saveNodes(ctx, form),
  'workflowNode.deleteByIdList': async (ctx, ids) => {
    await removeNodes(ctx, ids)
    return null
  },
}

workflows.register({
  async requireUsable(ctx, siteId, id) {
    const row = await ctx.db
      .selectFrom('workflow')
      .selectAll()
      .where('id', '=', id)
      // The lock keeps the workflow and its nodes from being deleted until the column refers to it.
      .$if(engineOf(ctx.db) === 'postgres', (query) => query.forShare())
      .executeTakeFirst()
    if (!row || row.siteId !== siteId) throw new AppError('not-found', '审批流程不存在，可能已被删除，请刷新后重新选择')
    if ((await readNodes(ctx.db, id)).length === 0)
      throw new AppError('conflict', `审批流程“${row.title}”没有审批节点，请先在“审批流程”的“流程设置”中添加`)
    return { title: row.title, revocability: row.revocability === 1 }
  },
})

export { readNodes } from './nodes.ts'
export { requireWorkflow, type WorkflowRow } from './workflows.ts'

/** Calls 89–95: workflows and their nodes. */
export const workflow: Resource = { routes: { ...flowRoutes, ...nodeRoutes } }
