/** Texts of approval, as document B words them (B·§2, B·§5, B·§8). */
export const WORKFLOW = {
  title: '标题',
  remark: '备注',
  revocability: '允许撤回',
  revocabilityHint: '申请人可以在审批结束前撤回；编辑正在审批的内容时，原申请自动撤回并重新提交。',
  dueDays: '办理期限',
  dueHint: '每个节点的办理天数，0 表示不限。',
  addTitle: '新增流程',
  editTitle: '编辑流程',
  flow: '流程设置',
  submitNode: '提交',
  endNode: '结束',
  submitText: '编辑保存并发布后，内容按下面的顺序审批',
  endText: '全部同意后发布；任何一个节点拒绝，内容退回编辑',
  nodeName: '节点名称',
  roles: '审核角色',
  addNode: '添加节点',
  noNodes: '还没有审批节点，点“添加节点”。没有节点的流程不能关联栏目。',
  nextOnly: '修改后对新提交的申请生效，正在审批的内容按提交时的流程继续。',
  goneRole: (name: string) => `${name}（已删除）`,
  moved: (title: string, at: number, total: number) => `${title} 移到第 ${at} 位，共 ${total} 个节点`,
} as const

/** What stands where nothing is. */
export const NONE = '—'

export const COLUMN_WORKFLOW = {
  enable: '启用',
  disable: '停用',
  associate: '关联',
  linkTitle: '关联流程',
  column: '栏目',
  workflow: '审批流程',
  choose: '请选择',
  enabled: '已启用',
  disabled: '未启用',
  nothingThere: '这个站点还没有可用的审批流程，请先在“审批流程”中新增，并在“流程设置”中添加节点。',
  noNodes: '没有审批节点',
} as const
