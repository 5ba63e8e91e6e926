import type { RowOf } from '#server/db/schema.ts'
import { engineOf } from '#server/db/dialect.ts'
import type { CallContext } from '#server/http/context.ts'
import { missingRecord, missingRecords } from '#server/http/missingRecords.ts'
import { saveVersioned } from '#server/http/saveVersioned.ts'
import { requireActiveSites } from '#server/siteAccess.ts'
import { readWorkflowLink } from '#shared/contract/columnEdit.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import type { Workflow } from '#shared/contract/workflow.ts'
import { AppError, fieldError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { someOf } from '#shared/util/lists.ts'

export type WorkflowRow = RowOf<'workflow'>

/**
 * Finds a workflow. AppErrors: `not-found`, `forbidden` for another site. `locked` keeps its nodes unchanged until
 * the transaction ends.
 */
export async function requireWorkflow(ctx: CallContext, id: number, locked?: 'locked'): Promise<WorkflowRow> {
  const row = await ctx.db
    .selectFrom('workflow')
    .selectAll()
    .where('id', '=', id)
    .$if(locked === 'locked' && engineOf(ctx.db) === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst()
  if (!row) throw missingRecord('审批流程不存在，可能已被删除，请刷新后重新选择', id)
  ctx.requireSite(row.siteId)
  return row
}

/** Workflows for the response, with their number of nodes and the columns that use them. */
export async function presentWorkflows(ctx: CallContext, rows: readonly WorkflowRow[]): Promise<Workflow[]> {
  const ids = rows.map(({ id }) => id)
  const counted = await ctx.db
    .selectFrom('workflow_node')
    .select((eb) => ['workflowId', eb.fn.countAll<number>().as('nodes')])
    .where('workflowId', 'in', [...ids, -1])
    .groupBy('workflowId')
    .execute()
  const nodes = new Map(counted.map((each) => [each.workflowId, each.nodes]))
  const columns = await findColumnsUsing(ctx, new Set(rows.map(({ siteId }) => siteId)))
  return rows.map(({ updatedBy, updateTime, createTime, revocability, ...row }) => ({
    ...row,
    revocability: revocability === 1,
    createDate: formatDateTime(createTime),
    nodes: nodes.get(row.id) ?? 0,
    columns: columns.get(row.id) ?? [],
    changedBy: updatedBy,
    changedAt: formatDateTime(updateTime),
  }))
}

/** Titles of the columns with an active link to a workflow, by workflow id. */
export async function findColumnsUsing(ctx: CallContext, siteIds: ReadonlySet<number>): Promise<Map<number, string[]>> {
  const rows = await ctx.db
    .selectFrom('site_column')
    .select(['title', 'relationWorkFlow'])
    .where('siteId', 'in', [...siteIds, -1])
    .where('relationWorkFlow', '<>', '')
    .orderBy('id')
    .execute()
  const linked = rows.flatMap(({ title, relationWorkFlow }) => {
    const link = readWorkflowLink(relationWorkFlow)
    return link?.status ? [{ title, id: link.workFlowId }] : []
  })
  const byId = Map.groupBy(linked, ({ id }) => id)
  return new Map([...byId].map(([id, columns]) => [id, columns.map(({ title }) => title)]))
}

/** Adds a workflow, or saves one whose version is unchanged. The site of a workflow never changes. */
export async function saveWorkflow(ctx: CallContext, form: ParsedOf<'workflow.save'>): Promise<WorkflowRow> {
  const { id, version, revocability, siteId, ...rest } = form
  await requireActiveSites(ctx, [siteId])
  const before = id === 0 ? null : await requireWorkflow(ctx, id, 'locked')
  if (before && before.siteId !== siteId)
    throw new AppError('invalid', `审批流程“${before.title}”不能移到其他站点，请在目标站点新增流程`)
  return saveVersioned(ctx, 'workflow', {
    id,
    version,
    row: { ...rest, revocability: revocability ? 1 : 0 },
    insertOnly: { siteId, createTime: ctx.clock.now().getTime() },
    find: requireWorkflow,
    nameOf: ({ title }) => `审批流程“${title}”`,
    duplicateError: () => fieldError('conflict', 'title', `当前站点已有审批流程“${rest.title}”，请换一个标题`),
  })
}

/**
 * Deletes workflows with their nodes, all or none. AppErrors: `not-found` names missing ones, `conflict` names
 * columns that use one.
 */
export async function removeWorkflows(ctx: CallContext, list: readonly number[]): Promise<void> {
  const ids = [...new Set(list)]
  const rows = await ctx.db
    .selectFrom('workflow')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(engineOf(ctx.db) === 'postgres', (query) => query.forUpdate())
    .execute()
  const gone = ids.filter((id) => !rows.some((row) => row.id === id))
  if (gone.length > 0) throw missingRecords({ kind: '审批流程', ids: gone })
  for (const { siteId } of rows) ctx.requireSite(siteId)
  for (const { title, columns } of await presentWorkflows(ctx, rows))
    if (columns.length > 0) {
      const named = someOf(
        columns.map((column) => `“${column}”`),
        5,
        ' 等 N 个',
      )
      throw new AppError('conflict', `栏目${named}正在使用审批流程“${title}”，请先在“栏目审批设置”中停用，再删除`)
    }
  await ctx.db.deleteFrom('workflow_node').where('workflowId', 'in', ids).execute()
  await ctx.db.deleteFrom('workflow').where('id', 'in', ids).execute()
}
