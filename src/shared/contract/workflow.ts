import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { withAreaTitles, cms, menu, mutation, query, site } from './define.ts'
import {
  byId,
  dateTime,
  id,
  idList,
  nothing,
  paged,
  paging,
  required,
  text,
  undocumentedOutput,
  version,
  within,
} from './fields.ts'

/** B·§3 Workflow: the approvals that publishing an entry of a column needs. It belongs to a site. */
export const workflow = z.object({
  id: z.number(),
  title: z.string(),
  remark: z.string(),
  /** Applicants may withdraw an application, also by editing the entry. */
  revocability: z.boolean(),
  siteId: z.number(),
  /** Time limit of each step in days; 0: none. Beyond the documents. */
  dueDays: z.number(),
  createDate: dateTime,
  /** Beyond the documents: number of nodes, and titles of the columns that use the workflow. */
  nodes: z.number(),
  columns: z.array(z.string()),
  version: z.number().optional(),
  changedBy: z.string().optional(),
  changedAt: dateTime.optional(),
})
export type Workflow = z.output<typeof workflow>

/** B·§2, B·§5: the dialog of a workflow. */
export const workflowSave = z.object({
  /** 0: a new record. */
  id: id.default(0),
  title: required('请输入标题'),
  remark: text(254, '备注'),
  revocability: z.stringbool().or(z.boolean()).default(true),
  siteId: z.coerce.number('请选择站点').int('请选择站点').min(1, '请选择站点'),
  dueDays: within('办理期限', 0, 365).default(0),
  version,
})

/** Maximum number of nodes per workflow. */
export const MAX_NODES = 20
/** Longest time limit of a step, in hours. */
export const MAX_NODE_HOURS = 8760
const roleInfo = z.object({ roleId: id, roleName: z.string().max(254).default('') })

/** B·§3 Workflow node: one step, which any member of its roles approves or refuses. */
export const workflowNode = z.object({
  id: z.number(),
  /** Id of the workflow. */
  relationId: z.number(),
  siteId: z.number(),
  title: z.string(),
  /** Position; the first step has the smallest value. */
  sort: z.number(),
  /** `isGone`: the role was deleted. */
  relationRoleInfo: z.array(z.object({ roleId: z.number(), roleName: z.string(), isGone: z.boolean() })),
  /** Time limit of the step in hours; 0: the workflow's limit applies. Beyond the documents. */
  dueHours: z.number().default(0),
})
export type WorkflowNode = z.output<typeof workflowNode>

/** B·§5: message for a node without name or role. */
export const INCOMPLETE_NODE = '请填写节点名称及审核角色'
/** B·§5: message for a role that is in two nodes. */
export const DUPLICATE_ROLE = '多个流程时，不能包含相同角色。'
const node = z.object({
  /** 0: a new record. */
  id: id.default(0),
  title: z.string(INCOMPLETE_NODE).trim().min(1, INCOMPLETE_NODE).max(254, '节点名称不能超过 254 个字'),
  relationRoleInfo: z.array(roleInfo, INCOMPLETE_NODE).min(1, INCOMPLETE_NODE).max(100, '每个节点最多 100 个审核角色'),
  dueHours: within('办理时限', 0, MAX_NODE_HOURS).default(0),
})

/** B·§5: the nodes of a save. */
const nodeList = z
  .array(node)
  .max(MAX_NODES, `审批流程最多 ${MAX_NODES} 个节点`)
  .refine((nodes) => {
    const roleIds = nodes.flatMap(({ relationRoleInfo }) => [...new Set(relationRoleInfo.map(({ roleId }) => roleId))])
    return new Set(roleIds).size === roleIds.length
  }, DUPLICATE_ROLE)

/** All nodes of the workflow in their order; nodes that are left out are deleted. */
const nodesSave = z.object({ relationId: id, siteId: id, nodes: nodeList, version })

const path = (rest: string) => cms(`work-flow/${rest}`)
const nodePath = (rest: string) => cms(`work-flow-node/${rest}`)
const manage = menu(MENU.workflow)
/** Accounts that link columns with workflows choose from this list. */
const choose = menu(MENU.workflow, MENU.menuWorkflow)
const stale = ['workflow.list', 'workflow.findById', 'workflowNode.page'] as const

/** Workflows and their nodes (calls 89–95). Handlers check the site of a stored record. */
export const workflowOperations = withAreaTitles({ workflow: '审批流程', workflowNode: '审批节点' })({
  'workflow.findById': query({
    method: 'GET',
    path: path('findById/{id}'),
    call: 89,
    title: '审批流程详情',
    record: true,
    access: choose,
    input: byId,
    output: workflow,
  }),
  'workflow.list': query({
    method: 'POST',
    path: path('list'),
    call: 90,
    title: '审批流程列表',
    access: site(choose, 'siteId'),
    input: paging({ siteId: id.optional() }),
    output: paged(workflow),
  }),
  /**
   * Beyond the documents: roles with an account that can sign in and open 待审批列表; a node of other roles would wait
   * forever.
   */
  'workflow.approverRoles': query({
    method: 'POST',
    path: path('approverRoles'),
    title: '可以审批的用户组',
    access: choose,
    input: z.object({}),
    output: z.array(z.number()),
  }),
  'workflow.save': mutation({
    method: 'POST',
    path: path('save'),
    call: 91,
    title: '保存审批流程',
    access: site(manage, 'siteId'),
    input: workflowSave,
    output: undocumentedOutput(workflow),
    success: '保存成功',
    stale,
  }),
  /**
   * Deletes all or none; `conflict` while a column uses one. Waiting applications continue with their own copy of the
   * steps.
   */
  'workflow.deleteByIdList': mutation({
    method: 'POST',
    path: path('deleteByIdList'),
    call: 92,
    title: '删除审批流程',
    access: manage,
    input: idList,
    output: nothing,
    success: '删除成功',
    stale,
  }),
  'workflowNode.page': query({
    method: 'POST',
    path: nodePath('page'),
    call: 93,
    title: '审批节点列表',
    access: site(choose, 'siteId'),
    input: paging({ relationId: id, siteId: id.optional() }),
    output: paged(workflowNode),
  }),
  'workflowNode.batchSave': mutation({
    method: 'POST',
    path: nodePath('batchSave'),
    call: 94,
    title: '保存审批节点',
    access: site(manage, 'siteId'),
    input: nodesSave,
    output: undocumentedOutput(z.array(workflowNode)),
    success: '保存成功',
    stale,
  }),
  'workflowNode.deleteByIdList': mutation({
    method: 'POST',
    path: nodePath('deleteByIdList'),
    call: 95,
    title: '删除审批节点',
    access: manage,
    input: idList,
    output: nothing,
    success: '删除成功',
    stale,
  }),
})
