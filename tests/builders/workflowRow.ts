import type { ApprovalDetail, ApprovalTask, Application } from '#shared/contract/approval.ts'
import type { Workflow } from '#shared/contract/workflow.ts'

/** A workflow of site 1 with one node, as the list answers it. */
export const aWorkflow = (id: number, title: string, changes: Partial<Workflow> = {}): Workflow => ({
  id,
  title,
  remark: '',
  revocability: true,
  siteId: 1,
  dueDays: 0,
  createDate: '2026-01-01 08:00:00',
  nodes: 1,
  columns: [],
  version: 1,
  ...changes,
})

/** A task that the caller may carry out. */
export const aTask = (taskId: number, title: string, changes: Partial<ApprovalTask> = {}): ApprovalTask => ({
  taskId,
  dataId: taskId * 10,
  menuId: 201,
  siteId: 1,
  dataDetail: JSON.stringify({ title, pass: true }),
  approveRemark: '新增数据提交审核',
  approveType: 1,
  dueDate: '',
  approveFinishDate: '',
  approveResult: '',
  pass: null,
  instanceId: taskId * 100,
  nodeTitle: '初审',
  menuTitle: '集团新闻',
  siteTitle: '集团官网',
  applicant: '李婷',
  createDate: '2026-01-02 08:00:00',
  nobody: false,
  actsFor: '',
  ...changes,
})

/** An application that waits for its first node. */
export const anApplication = (instanceId: number, title: string, changes: Partial<Application> = {}): Application => ({
  instanceId,
  dataId: instanceId * 10,
  menuId: 201,
  siteId: 1,
  title,
  menuTitle: '集团新闻',
  siteTitle: '集团官网',
  workflowTitle: '新闻审批',
  remark: '新增数据提交审核',
  state: 'waiting',
  nodeTitle: '初审',
  revocability: true,
  applicant: '李婷',
  createDate: '2026-01-02 08:00:00',
  finishDate: '',
  endedBy: '',
  endRemark: '',
  ...changes,
})

/** A field of one line in the approval dialog. */
export const aDetailField = (
  fieldName: string,
  fieldAlias: string,
  before: string,
  after: string,
): ApprovalDetail['fields'][number] => ({
  fieldName,
  fieldAlias,
  fieldType: 'SingleLine',
  relationMark: '',
  defaultValue: '',
  before,
  previous: '',
  after,
})

/** What the approval dialog shows of a new entry that waits for its second node. */
export const aDetail = (taskId: number, title: string, changes: Partial<ApprovalDetail> = {}): ApprovalDetail => ({
  ...anApplication(taskId * 100, title),
  taskId,
  approveType: 1,
  entry: 'draft',
  previous: null,
  wasPublic: false,
  mayWithdraw: false,
  steps: [
    {
      title: '初审',
      roles: ['编辑'],
      state: 'agreed',
      trueName: '王芳',
      result: '可以',
      dueDate: '',
      finishDate: '2026-01-02 09:00:00',
      nobody: false,
    },
    {
      title: '终审',
      roles: ['主编'],
      state: 'waiting',
      trueName: '',
      result: '',
      dueDate: '',
      finishDate: '',
      nobody: false,
    },
  ],
  fields: [
    aDetailField('title', '标题', '', title),
    { ...aDetailField('content', '正文', '', '<p>正文<b>一</b></p>'), fieldType: 'Editor' },
  ],
  ...changes,
})
