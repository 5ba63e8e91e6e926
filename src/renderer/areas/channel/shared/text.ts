import type { OutgoingState, RecipientState } from '#shared/contract/outgoing.ts'

/** Words of messages that go out, of e-mail and text messages alike. */
export const OUTGOING = {
  sendType: '发送方式',
  now: '立即发送',
  onDate: '定时发送',
  sendTime: '发送时间',
  state: '状态',
  progress: '进度',
  pause: '暂停',
  resume: '继续',
  cancel: '取消发送',
  cancelText: '还没有发出的不再发送，已经发出的不能收回。',
  resend: '重新发送失败的',
  noneFailed: '没有发送失败的',
  doubtfulTitle: (count: number): string => `有 ${count} 个收件人不能确定是否送达`,
  doubtfulText: '发送时连接或程序中断，对方可能已经收到。要给他们也再发一次吗？',
  doubtfulYes: '也再发一次',
  doubtfulNo: '只发失败的',
  recipients: '接收情况',
  members: '会员',
  chooseMembers: '选择会员',
  noMembers: '没有选择会员',
  chosenMembers: (count: number): string => `已选 ${count} 个会员`,
  clearMembers: '清空会员',
  groups: '会员组',
  levels: '会员等级',
  memberName: '姓名',
  memberPhone: '手机号',
  memberEmail: '邮箱',
  memberSearch: '搜索会员',
  attempts: (count: number): string => `第 ${count} 次`,
  all: '全部',
} as const

export const OUTGOING_STATE_NAMES: Record<OutgoingState, string> = {
  waiting: '等待发送',
  sending: '发送中',
  paused: '已暂停',
  done: '已完成',
  cancelled: '已取消',
}

export const RECIPIENT_STATE_NAMES: Record<RecipientState, string> = {
  waiting: '等待',
  sending: '发送中',
  sent: '已发送',
  delivered: '已送达',
  undelivered: '未送达',
  failed: '被拒绝',
  doubtful: '不确定',
  skipped: '未发送',
  cancelled: '已取消',
}
