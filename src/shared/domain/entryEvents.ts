/** Events of an entry, with their names on the timeline. */
export const ENTRY_EVENTS = {
  created: '新增',
  imported: '导入',
  saved: '保存',
  submitted: '提交审批',
  seen: '审批人查看',
  agreed: '同意',
  refused: '拒绝',
  withdrawn: '撤回审批',
  published: '发布',
  unpublished: '取消发布',
  rejected: '驳回',
  copiedFrom: '复制自',
  copiedTo: '复制到',
  followed: '随来源更新',
  updateWaits: '来源有更新待处理',
  updateKept: '保留本站内容',
  noted: '批注',
  noteClosed: '解决批注',
  noteReopened: '重新打开批注',
  moved: '移动',
  restored: '还原历史版本',
  recycled: '删除到回收站',
  returned: '从回收站还原',
  deleted: '彻底删除',
} as const
export type EntryEventKind = keyof typeof ENTRY_EVENTS
export const ENTRY_EVENT_KINDS = Object.keys(ENTRY_EVENTS) as [EntryEventKind, ...EntryEventKind[]]
