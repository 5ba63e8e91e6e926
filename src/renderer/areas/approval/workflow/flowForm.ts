import { z } from 'zod'
import {
  INCOMPLETE_NODE,
  MAX_NODE_HOURS,
  MAX_NODES,
  DUPLICATE_ROLE,
  type Workflow,
  type WorkflowNode,
} from '#shared/contract/workflow.ts'
import type { InputOf } from '#shared/contract/registry.ts'
import { call } from '#renderer/data/client.ts'

const node = z.object({
  /** 0: a new node. */
  id: z.number(),
  title: z.string().trim().min(1, INCOMPLETE_NODE).max(254, '节点名称不能超过 254 个字'),
  roleIds: z.array(z.number()).min(1, INCOMPLETE_NODE).max(100, '每个节点最多 100 个审核角色'),
  dueHours: z
    .number('请输入办理时限，0 表示不限')
    .int('办理时限必须是整数')
    .min(0, '办理时限不能小于 0')
    .max(MAX_NODE_HOURS, `办理时限不能大于 ${MAX_NODE_HOURS} 小时`),
})
export type FlowNode = z.output<typeof node>

/** Form of the workflow nodes (B·§5). A role that is used twice is reported at its second node. */
export const flowForm = z
  .object({
    version: z.number().optional(),
    nodes: z.array(node).max(MAX_NODES, `审批流程最多 ${MAX_NODES} 个节点`),
  })
  .superRefine(({ nodes }, found) => {
    const seen = new Set<number>()
    for (const [at, { roleIds }] of nodes.entries()) {
      if (roleIds.some((id) => seen.has(id)))
        found.addIssue({ code: 'custom', path: ['nodes', at, 'roleIds'], message: DUPLICATE_ROLE })
      for (const id of roleIds) seen.add(id)
    }
  })
export type FlowForm = z.output<typeof flowForm>

/** Page size of nodes (B·§9). */
const NODES_PAGE = 200

export interface LoadedFlow {
  form: FlowForm
  /** Names of the roles of all nodes, including roles that are deleted or that the account may not see. */
  roles: ReadonlyMap<number, string>
}

/** Loads the nodes of a workflow, with the version for optimistic locking. */
export async function loadFlow({ id, siteId }: Pick<Workflow, 'id' | 'siteId'>): Promise<LoadedFlow> {
  // The version is read first: a save between the two calls then leads to a conflict instead of lost changes.
  const { version } = (await call('workflow.findById', { id })).data
  const { content } = (await call('workflowNode.page', { relationId: id, siteId, page: 1, size: NODES_PAGE })).data
  return { form: { version, nodes: content.map(toForm) }, roles: new Map(content.flatMap(roleNamesOf)) }
}

const toForm = ({ id, title, relationRoleInfo, dueHours }: WorkflowNode): FlowNode => ({
  id,
  title,
  dueHours,
  roleIds: relationRoleInfo.map(({ roleId }) => roleId),
})

const roleNamesOf = ({ relationRoleInfo }: WorkflowNode): [number, string][] =>
  relationRoleInfo.map(({ roleId, roleName, isGone }) => [roleId, isGone ? `${roleName}（已删除）` : roleName])

/** The input of the save call. @param serverNodeIds ids of nodes that exist on the server; other nodes are new. */
export const toSaveInput = (
  { id, siteId }: Pick<Workflow, 'id' | 'siteId'>,
  { version, nodes }: FlowForm,
  serverNodeIds: ReadonlySet<number>,
  nameOf: (roleId: number) => string,
): InputOf<'workflowNode.batchSave'> => ({
  relationId: id,
  siteId,
  version,
  nodes: nodes.map(({ roleIds, ...rest }) => ({
    title: rest.title,
    dueHours: rest.dueHours,
    id: serverNodeIds.has(rest.id) ? rest.id : 0,
    relationRoleInfo: roleIds.map((roleId) => ({ roleId, roleName: nameOf(roleId) })),
  })),
})
