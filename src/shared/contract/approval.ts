import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { menuField } from './column.ts'
import { withAreaTitles, column, menu, mutation, query, role, site } from './define.ts'
import { dateTime, flag, id, idList, nothing, paged, paging, text, undocumentedOutput, within } from './fields.ts'

/** B·§5, B·§9: maximum length of an approver's remark. */
export const APPROVAL_LIMIT = 50
/** B·§9: rows per page. */
export const APPROVAL_PAGE = 20

/** B·§3 Approval task. The fields after `pass` are beyond the documents. */
const approvalTask = z.object({
  taskId: z.number(),
  /** Id of the entry. */
  dataId: z.number(),
  /** Id of the entry's column. */
  menuId: z.number(),
  siteId: z.number(),
  /** JSON text with title and pass. */
  dataDetail: z.string(),
  /** Remark of the applicant. */
  approveRemark: z.string(),
  /** 1: the caller may decide the task; 2: read only. */
  approveType: z.number(),
  /** '' if not set, as for `approveFinishDate`. */
  dueDate: dateTime,
  approveFinishDate: dateTime,
  /** JSON text with approveResult and trueName; '' while the task waits. */
  approveResult: z.string(),
  /** null: not decided. */
  pass: z.boolean().nullable(),
  /** The task's application. */
  instanceId: z.number(),
  /** Title of the step. */
  nodeTitle: z.string(),
  menuTitle: z.string(),
  siteTitle: z.string(),
  /** Real name of the applicant. */
  applicant: z.string(),
  createDate: dateTime,
  /** No account with a role of the step can sign in. */
  nobody: z.boolean(),
  /** Name of the account that the caller stands in for; '' if the task is the caller's own. */
  actsFor: z.string(),
})
export type ApprovalTask = z.output<typeof approvalTask>

export const approvalState = z.enum(['waiting', 'agreed', 'refused', 'withdrawn'])

/** An application as the applicant's list shows it. */
export const application = z.object({
  instanceId: z.number(),
  dataId: z.number(),
  menuId: z.number(),
  siteId: z.number(),
  title: z.string(),
  menuTitle: z.string(),
  siteTitle: z.string(),
  workflowTitle: z.string(),
  remark: z.string(),
  state: approvalState,
  /** Title of the step that it waits for; '' when it is finished. */
  nodeTitle: z.string(),
  revocability: z.boolean(),
  applicant: z.string(),
  createDate: dateTime,
  /** '' while it waits. */
  finishDate: dateTime,
  /** Name and remark of the account that ended it. */
  endedBy: z.string(),
  endRemark: z.string(),
})
export type Application = z.output<typeof application>

/** The entry's latest application, as the entry's form shows it. */
export const entryApproval = application.extend({
  /** The entry was public when the application was made. */
  wasPublic: z.boolean(),
  /** The caller may withdraw the application. */
  mayWithdraw: z.boolean(),
})
export type EntryApproval = z.output<typeof entryApproval>

/** A step of an application. */
const approvalStep = z.object({
  title: z.string(),
  roles: z.array(z.string()),
  /** coming: not its turn yet. */
  state: z.enum(['coming', 'waiting', 'agreed', 'refused', 'withdrawn']),
  trueName: z.string(),
  result: z.string(),
  dueDate: dateTime,
  finishDate: dateTime,
  nobody: z.boolean(),
})

/** Data of the approval dialog. */
const approvalDetail = application.extend({
  /** The task of the query, if it named one; approveType 1: to be decided, 2: read only. */
  taskId: z.number(),
  approveType: z.number(),
  steps: z.array(approvalStep),
  /** Current state of the entry: public, a draft, in the recycle bin, or deleted. */
  entry: z.enum(['public', 'draft', 'recycled', 'gone']),
  wasPublic: z.boolean(),
  /** The previous application for the entry; null: this is the first. */
  previous: z
    .object({ instanceId: z.number(), createDate: dateTime, applicant: z.string(), state: approvalState })
    .nullable()
    .default(null),
  /**
   * Fields of the column in their order: the public text ('' if none), the text of the previous application, and the
   * text that waits.
   */
  fields: z.array(
    menuField
      .pick({ fieldName: true, fieldAlias: true, fieldType: true, relationMark: true, defaultValue: true })
      .extend({ before: z.string(), previous: z.string().default(''), after: z.string() }),
  ),
  /** The caller may withdraw the application. */
  mayWithdraw: z.boolean(),
})
export type ApprovalDetail = z.output<typeof approvalDetail>

/** A stand-in: an account that acts for another one in its absence. */
export const standIn = z.object({
  standInId: z.number(),
  standInName: z.string(),
  fromDate: dateTime,
  /** '': no end date. */
  toDate: dateTime,
})

/** B·§5: the decision on a task. */
const approveForm = z.object({
  taskId: id,
  siteId: id.optional(),
  pass: flag,
  approveResult: text(APPROVAL_LIMIT, '审批内容'),
})

const path = (rest: string) => `api/plugins/approval-flow/cebest-cms/approval/${rest}`
const tasks = menu(MENU.approvalTasks)
const stale = [
  'approval.taskList',
  'approval.taskingCount',
  'approval.detail',
  'approval.mine',
  'approval.history',
  'content.page',
  'content.draftPage',
  'content.findById',
  'content.form',
  'content.revisions',
  'content.timeline',
  'content.findByMenuAndSite',
] as const

/** Approval of entries (calls 96–102). Tasks belong to roles; handlers check the rights that depend on a record. */
export const approvalOperations = withAreaTitles({ approval: '审批' })({
  /**
   * state 0: tasks that wait for the caller's role or for an account that the caller stands in for; 1: tasks that the
   * caller has decided. seeAll: all tasks, for super administrators.
   */
  'approval.taskList': query({
    method: 'POST',
    path: path('taskList'),
    call: 96,
    title: '审批任务列表',
    access: site(tasks, 'siteId'),
    input: paging({ state: within('状态', 0, 1).default(0), seeAll: flag, siteId: id.optional() }),
    output: paged(approvalTask),
  }),
  'approval.taskingCount': query({
    method: 'POST',
    path: path('taskingCount'),
    call: 97,
    title: '待审批数量',
    background: true,
    access: site(role, 'siteId'),
    input: z.object({ seeAll: flag, siteId: id.optional() }),
    output: z.number(),
  }),
  /** `conflict` when somebody else decided first, or the application was withdrawn. */
  'approval.approve': mutation({
    method: 'POST',
    path: path('approve'),
    call: 99,
    title: '审批',
    access: site(tasks, 'siteId'),
    input: approveForm,
    output: nothing,
    success: '审核成功',
    stale,
  }),
  /** Approves several tasks, all or none. */
  'approval.agreeMany': mutation({
    method: 'POST',
    path: path('agreeMany'),
    title: '批量同意审批',
    access: tasks,
    input: z.object({ idList, approveResult: text(APPROVAL_LIMIT, '审批内容') }),
    output: nothing,
    success: '审核成功',
    stale,
  }),
  /**
   * Applies for the publication of a draft as it is. `dataListInfo` is in the documents but unused: the entry holds
   * this data.
   */
  'approval.apply': mutation({
    method: 'POST',
    path: path('apply'),
    call: 100,
    title: '提交审批',
    access: column(['add', 'edit'], 'menuId'),
    errors: ['words'],
    input: z.object({
      approveRemark: text(254, '申请说明'),
      dataId: id,
      menuId: id,
      dataListInfo: z.unknown().optional(),
      acceptSensitive: flag,
    }),
    output: undocumentedOutput(z.object({ instanceId: z.number() })),
    success: '已提交审批，同意后发布',
    stale,
  }),
  'approval.cancleProcess': mutation({
    method: 'POST',
    path: path('cancleProcess'),
    call: 101,
    title: '撤回审批',
    access: role,
    input: z.object({ instanceId: id, remark: text(254, '撤回说明') }),
    output: nothing,
    success: '已撤回',
    stale,
  }),
  'approval.cancle': mutation({
    method: 'GET',
    path: path('cancle/{id}'),
    call: 102,
    title: '取消审批',
    access: role,
    input: z.object({ id }),
    output: nothing,
    success: '已取消',
    stale,
  }),
  /** Detail of a task or an application, for its approvers, its applicant, and everybody who may read the entry. */
  'approval.detail': query({
    method: 'POST',
    path: path('detail'),
    title: '审批详情',
    access: role,
    input: z.object({ taskId: id.optional(), instanceId: id.optional() }),
    output: approvalDetail,
  }),
  /** The caller's applications, optionally of one state. */
  'approval.mine': query({
    method: 'POST',
    path: path('mine'),
    title: '我的申请',
    access: role,
    input: paging({ state: approvalState.optional() }),
    output: paged(application),
  }),
  /** All applications for an entry, newest first. */
  'approval.history': query({
    method: 'POST',
    path: path('history'),
    title: '内容的审批记录',
    access: column('read', 'menuId'),
    input: z.object({ dataId: id, menuId: id }),
    output: z.array(application),
  }),
  'approval.standIn': query({
    method: 'POST',
    path: path('standIn'),
    title: '我的代理人',
    access: role,
    input: z.object({}),
    output: standIn.nullable(),
  }),
  /** An account has one stand-in at a time; standInId 0 removes it. */
  'approval.saveStandIn': mutation({
    method: 'POST',
    path: path('saveStandIn'),
    title: '设置代理人',
    access: role,
    input: z.object({ standInId: id, fromDate: text(19, '开始时间'), toDate: text(19, '结束时间') }),
    output: nothing,
    success: '保存成功',
    stale: ['approval.standIn'],
  }),
})
