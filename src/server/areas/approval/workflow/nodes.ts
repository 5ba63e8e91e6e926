import type { Kysely } from 'kysely'
import type { Database, RowOf } from '#server/db/schema.ts'
import { conflictError } from '#server/http/conflict.ts'
import type { CallContext } from '#server/http/context.ts'
import { missingRecords } from '#server/http/missingRecords.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import type { WorkflowNode } from '#shared/contract/workflow.ts'
import { AppError } from '#shared/errors/index.ts'
import { findColumnsUsing, requireWorkflow, type WorkflowRow } from './workflows.ts'

type NodeRow = RowOf<'workflow_node'>
interface NodeRole {
  roleId: number
  roleName: string
}

/** The nodes of a workflow in order. */
export const readNodes = (db: Kysely<Database>, workflowId: number): Promise<NodeRow[]> =>
  db
    .selectFrom('workflow_node')
    .selectAll()
    .where('workflowId', '=', workflowId)
    .orderBy('sort')
    .orderBy('id')
    .execute()

/** Nodes for the response, with the current names of their roles. */
export async function presentNodes(
  ctx: CallContext,
  row: WorkflowRow,
  nodes: readonly NodeRow[],
): Promise<WorkflowNode[]> {
  const roles = new Map(nodes.map((node) => [node.id, JSON.parse(node.roles) as NodeRole[]]))
  const titles = await readTitles(ctx.db, [...roles.values()].flat())
  return nodes.map(({ id, title, sort, dueHours }) => ({
    id,
    dueHours,
    relationId: row.id,
    siteId: row.siteId,
    title,
    sort,
    relationRoleInfo: (roles.get(id) ?? []).map(({ roleId, roleName }) => ({
      roleId,
      roleName: titles.get(roleId) ?? roleName,
      isGone: !titles.has(roleId),
    })),
  }))
}

async function readTitles(db: Kysely<Database>, roles: readonly NodeRole[]): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(roles.map(({ roleId }) => roleId))]
  const rows = await db
    .selectFrom('role')
    .select(['id', 'title'])
    .where('id', 'in', [...ids, -1])
    .execute()
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/**
 * Replaces the nodes of a workflow. Pending applications keep their own copy of the steps. AppErrors: `conflict` for
 * an outdated version, or when a column would be left without a step; `not-found` names missing roles and nodes.
 */
export async function saveNodes(
  ctx: CallContext,
  { relationId, siteId, nodes, version }: ParsedOf<'workflowNode.batchSave'>,
): Promise<WorkflowNode[]> {
  const row = await lockWorkflow(ctx, relationId, { siteId, version })
  const before = await readNodes(ctx.db, row.id)
  const known = new Set(before.map(({ id }) => id))
  const gone = nodes.flatMap(({ id }) => (id !== 0 && !known.has(id) ? id : []))
  if (gone.length > 0) throw missingRecords({ kind: '审批节点', ids: gone })
  const all = nodes.flatMap(({ relationRoleInfo }) => relationRoleInfo)
  const titles = await readTitles(ctx.db, all)
  const missingRoles = all.flatMap(({ roleId }) => (titles.has(roleId) ? [] : roleId))
  if (missingRoles.length > 0) throw missingRecords({ kind: '审核角色', ids: missingRoles })
  if (nodes.length === 0) await requireUnused(ctx, row)
  const kept = nodes.map(({ id }) => id)
  await ctx.db
    .deleteFrom('workflow_node')
    .where('workflowId', '=', row.id)
    .where('id', 'not in', [...kept, -1])
    .execute()
  for (const [sort, { id, title, relationRoleInfo, dueHours }] of nodes.entries()) {
    const ids = [...new Set(relationRoleInfo.map(({ roleId }) => roleId))]
    const roles = JSON.stringify(ids.map((roleId): NodeRole => ({ roleId, roleName: titles.get(roleId) ?? '' })))
    const values = { workflowId: row.id, title, sort, roles, dueHours }
    await (id === 0
      ? ctx.db.insertInto('workflow_node').values(values).execute()
      : ctx.db.updateTable('workflow_node').set(values).where('id', '=', id).execute())
  }
  await increaseVersion(ctx, row)
  return presentNodes(ctx, row, await readNodes(ctx.db, row.id))
}

/** Deletes nodes of several workflows, all or none. AppErrors of saveNodes. */
export async function removeNodes(ctx: CallContext, list: readonly number[]): Promise<void> {
  const ids = [...new Set(list)]
  const rows = await ctx.db.selectFrom('workflow_node').selectAll().where('id', 'in', ids).execute()
  const gone = ids.filter((id) => !rows.some((row) => row.id === id))
  if (gone.length > 0) throw missingRecords({ kind: '审批节点', ids: gone })
  for (const workflowId of [...new Set(rows.map((row) => row.workflowId))].toSorted((a, b) => a - b)) {
    const row = await requireWorkflow(ctx, workflowId, 'locked')
    const left = (await readNodes(ctx.db, workflowId)).filter(({ id }) => !ids.includes(id))
    if (left.length === 0) await requireUnused(ctx, row)
    await increaseVersion(ctx, row)
  }
  await ctx.db.deleteFrom('workflow_node').where('id', 'in', ids).execute()
}

async function lockWorkflow(
  ctx: CallContext,
  id: number,
  { siteId, version }: { siteId: number; version: number | undefined },
): Promise<WorkflowRow> {
  const row = await requireWorkflow(ctx, id, 'locked')
  if (row.siteId !== siteId) throw new AppError('invalid', `审批流程“${row.title}”不属于当前站点，请刷新后重试`)
  if (version !== undefined && version !== row.version) throw conflictError(`审批流程“${row.title}”`, row)
  return row
}

/** Without a step, entries of linked columns would become public unapproved. */
async function requireUnused(ctx: CallContext, row: WorkflowRow): Promise<void> {
  const [column] = (await findColumnsUsing(ctx, new Set([row.siteId]))).get(row.id) ?? []
  if (column !== undefined)
    throw new AppError(
      'conflict',
      `栏目“${column}”正在使用审批流程“${row.title}”，至少需要一个审批节点；如不再审批，请先在“栏目审批设置”中停用`,
    )
}

const increaseVersion = (ctx: CallContext, { id }: WorkflowRow): Promise<unknown> =>
  ctx.db
    .updateTable('workflow')
    .set((eb) => ({
      version: eb('version', '+', 1),
      updatedBy: ctx.requireSignedIn().username,
      updateTime: ctx.clock.now().getTime(),
    }))
    .where('id', '=', id)
    .execute()
