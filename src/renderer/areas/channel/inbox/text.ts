/** Texts of the inbox of a site. */
export const INBOX = {
  title: '站点收件箱',
  publish: '发布消息',
  search: '搜索标题',
  name: '标题',
  photo: '图片',
  content: '内容',
  group: '收件组',
  noGroup: '不选择用户组',
  receiver: '收件人',
  postTime: '发送时间',
  sender: '发布人',
  view: '查看',
  none: '—',
  empty: '这个站点还没有消息',
  emptyText: '点“发布消息”，按用户组或按姓名发给后台用户。',
  remove: (title: string): string => `删除消息“${title}”`,
} as const
