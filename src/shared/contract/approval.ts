import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { menuField } from './column.ts'
import { areas, column, menu, mutation, query, role, site } from './define.ts'
import { dateTime, flag, id, idList, nothing, paged, paging, text, unshown, within } from './fields.ts'

/** B·§5, B·§9: most characters of an approval's content. */
export const APPROVAL_LIMIT = 50
/** B·§9: rows per page. */
export const APPROVAL_PAGE = 20

/** B·§3 Approval task. What follows `pass` is beyond the documents. */
const approvalTask = z.object({
  taskId: z.number(),
  /** The entry. */
  dataId: z.number(),
  /** Its column. */
  menuId: z.number(),
  siteId: z.number(),
  /** JSON text with title and pass. */
  dataDetail: z.string(),
  /** Why it was applied for. */
  approveRemark: z.string(),
  /** 1: the caller may carry it out; 2: to be looked at. */
  approveType: z.number(),
  /** '' for none, as the next. */
  dueDate: dateTime,
  approveFinishDate: dateTime,
  /** JSON text with approveResult and trueName; '' while it waits. */
  approveResult: z.string(),
  /** null: neither agreed nor refused. */
  pass: z.boolean().nullable(),
  /** Of the application that it belongs to. */
  instanceId: z.number(),
  /** Of the step. */
  nodeTitle: z.string(),
  menuTitle: z.string(),
  siteTitle: z.string(),
  /** Real name of who applied. */
  applicant: z.string(),
  createDate: dateTime,
  /** Nobody who has a role of the step can sign in. */
  nobody: z.boolean(),
  /** Whom the caller acts for, as a stand-in; '' for himself. */
  actsFor: z.string(),
})
export type ApprovalTask = z.output<typeof approvalTask>

export const approvalState = z.enum(['waiting', 'agreed', 'refused', 'withdrawn'])

/** An application, as its applicant sees it. */
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
  /** Title of the step that it waits for; '' when it does not. */
  nodeTitle: z.string(),
  revocability: z.boolean(),
  applicant: z.string(),
  createDate: dateTime,
  /** '' while it waits. */
  finishDate: dateTime,
  /** Who ended it, and what they wrote. */
  endedBy: z.string(),
  endRemark: z.string(),
})
export type Application = z.output<typeof application>

/** The entry's latest application, as the entry's form shows it. */
export const entryApproval = application.extend({
  /** It was public when it was applied for. */
  wasPublic: z.boolean(),
  /** May the caller take it back? */
  mayWithdraw: z.boolean(),
})
export type EntryApproval = z.output<typeof entryApproval>

/** One step of an application. */
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

/** What the approval dialog shows. */
const approvalDetail = application.extend({
  /** The task of the question, when it was asked for one; 1: to be carried out, 2: to be looked at. */
  taskId: z.number(),
  approveType: z.number(),
  steps: z.array(approvalStep),
  /** What became of the entry since: it is public, a draft, in the recycle bin, or gone. */
  entry: z.enum(['public', 'draft', 'recycled', 'gone']),
  wasPublic: z.boolean(),
  /** The application for the entry before this one; null: it is the first. */
  previous: z
    .object({ instanceId: z.number(), createDate: dateTime, applicant: z.string(), state: approvalState })
    .nullable()
    .default(null),
  /** Fields of the column in their order: what is public now ('' where nothing is), what was applied for before, and what waits. */
  fields: z.array(
    menuField
      .pick({ fieldName: true, fieldAlias: true, fieldType: true, relationMark: true, defaultValue: true })
      .extend({ before: z.string(), previous: z.string().default(''), after: z.string() }),
  ),
  /** May the caller take it back? */
  mayWithdraw: z.boolean(),
})
export type ApprovalDetail = z.output<typeof approvalDetail>

/** An account that acts for another one while that is away. */
export const standIn = z.object({
  standInId: z.number(),
  standInName: z.string(),
  fromDate: dateTime,
  /** '': until it is ended. */
  toDate: dateTime,
})

/** B·§5: an answer to a task. */
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

/** Approval of entries (calls 96–102). Tasks belong to roles: what a record alone knows, the handlers check. */
export const approvalOperations = areas({ approval: '审批' })({
  /** state 0: what waits for the caller's role, or for who made him a stand-in; 1: what he has carried out. seeAll: everything, for super administrators. */
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
  /** `conflict` when somebody was faster, or the application was taken back. */
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
  /** Agrees to several tasks, all or none. */
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
  /** Applies for the publication of a draft as it is. `dataListInfo` is the documents' and not used: the entry tells it. */
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
    output: unshown(z.object({ instanceId: z.number() })),
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
    success: '已取消',
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
  /** Of a task, or of an application. For who may act on it, who applied, and who may see the entry. */
  'approval.detail': query({
    method: 'POST',
    path: path('detail'),
    title: '审批详情',
    access: role,
    input: z.object({ taskId: id.optional(), instanceId: id.optional() }),
    output: approvalDetail,
  }),
  /** What the caller has applied for; a state narrows it. */
  'approval.mine': query({
    method: 'POST',
    path: path('mine'),
    title: '我的申请',
    access: role,
    input: paging({ state: approvalState.optional() }),
    output: paged(application),
  }),
  /** Every application for an entry, the newest first. */
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
  /** One at a time; standInId 0 ends it. */
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
