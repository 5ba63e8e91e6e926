import type { ApprovalDetail, Application } from '#shared/contract/approval.ts'

/** Texts of the approval dialog; questions as document B words them (B·§5). */
export const APPROVAL = {
  approve: '审批',
  detail: '审批详情',
  agree: '同意',
  refuse: '拒绝',
  agreeQuestion: '确认同意审批？',
  refuseQuestion: '确认拒绝审批？',
  content: '审批内容',
  contentHint: '选填，最多 50 个字',
  withdraw: '撤回',
  withdrawQuestion: '撤回后，这个申请不再审批，内容留在草稿或保持已发布的样子。确定要撤回吗？',
  notRevocable: '审批流程不允许撤回',
  changedOnly: '只看修改的字段',
  noChange: '与已发布的内容相同',
  noChangeSince: '与上一次提交的内容相同',
  against: '比较',
  againstPublic: '与已发布的内容比较',
  againstPrevious: (date: string): string => `与上一次提交（${date}）比较`,
  againstNothing: '不比较',
  empty: '（空）',
  formatOnly: '格式有修改',
  steps: '审批进度',
  fields: '内容',
  nobody: '这个节点的用户组没有可以审批的账号：账号已停用，或没有“待审批列表”的权限。请联系超级管理员审批',
  overdue: '已超期',
} as const

export const STATES: Readonly<Record<Application['state'], string>> = {
  waiting: '审批中',
  agreed: '已同意',
  refused: '已拒绝',
  withdrawn: '已撤回',
}

export const STATE_COLORS = {
  waiting: 'warning',
  agreed: 'success',
  refused: 'danger',
  withdrawn: 'informative',
} as const satisfies Record<Application['state'], string>

export const STEP_STATES: Readonly<Record<ApprovalDetail['steps'][number]['state'], string>> = {
  coming: '未开始',
  waiting: '待审批',
  agreed: '已同意',
  refused: '已拒绝',
  withdrawn: '已撤回',
}

/** Notes about the entry's state, where it matters for the decision. */
export const ENTRY_NOTES: Readonly<Record<ApprovalDetail['entry'], string>> = {
  public: '',
  draft: '',
  recycled: '这条内容在回收站中',
  gone: '这条内容已被删除',
}
