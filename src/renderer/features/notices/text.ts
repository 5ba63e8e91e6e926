/** Texts of the header's list of notices. */
export const NOTICES = {
  title: '通知',
  /** Of the button. */
  label: (unread: number) => (unread > 0 ? `通知，${unread} 条未读` : '通知'),
  unread: '未读',
  all: '全部',
  readAll: '全部标为已读',
  none: '还没有通知',
  noneText: '需要您审批的内容、审批结果和提醒会显示在这里。',
  noneUnread: '没有未读的通知',
  more: '加载更多',
  gone: '内容所在的栏目已被删除',
  notRead: '未读',
} as const
