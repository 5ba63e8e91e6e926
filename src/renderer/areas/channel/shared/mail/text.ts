import type { MailReceipt, MailType } from '#shared/contract/siteMail.ts'

/** Texts that differ between mail and documents. */
export const OF_TYPE: Readonly<
  Record<MailType, { title: string; publish: string; none: string; noneSent: string; noneText: string }>
> = {
  mail: {
    title: '站内信',
    publish: '发布站内信',
    none: '收件箱里没有站内信',
    noneSent: '还没有发过站内信',
    noneText: '别人发给您的站内信会显示在这里。',
  },
  document: {
    title: '公文流转',
    publish: '发布公文',
    none: '收件箱里没有公文',
    noneSent: '还没有发过公文',
    noneText: '别人发给您的公文会显示在这里。',
  },
}

/** Texts of mail and documents. */
export const MAIL = {
  inbox: '收件箱',
  sent: '发件箱',
  drafts: '草稿',
  noDrafts: '没有草稿',
  noDraftsText: '发布时点“保存到草稿”，没写完的会显示在这里。',
  search: '搜索标题或发件人',
  searchSent: '搜索标题',
  setRead: '设为已读',
  read: '已读',
  unread: '未读',
  allStates: '全部状态',
  state: '状态',
  view: '查看',
  viewTitle: '查看消息',
  forward: '转发文件',
  forwarded: (title: string): string => `转发：${title}`,
  reply: '回复',
  replied: (title: string): string => `回复：${title}`,
  receipts: '阅读情况',
  recall: '撤回',
  recallTitle: (title: string): string => `撤回“${title}”`,
  recallText: '没有读过的收件人将不再看到它；已经读过的不受影响。',
  nobodyLeft: '收件人都已阅读或已撤回',
  title: '标题',
  content: '内容',
  file: '文件',
  sender: '发件人',
  time: '时间',
  readTime: '阅读时间',
  notRead: '未阅读',
  recipients: '收件人',
  choose: '选择用户',
  byGroup: '按用户组或部门添加',
  groups: '用户组',
  departments: '部门（含下级部门）',
  nobodyThere: '所选用户组和部门里没有可以选择的用户',
  nothingChosen: '请选择用户组或部门',
  clear: '清空',
  count: (count: number): string => `共 ${count} 人`,
  more: (count: number): string => `等 ${count} 人`,
  remove: (name: string): string => `移除 ${name}`,
  saveDraft: '保存到草稿',
  send: '发布',
  removeDraft: (title: string): string => `删除草稿“${title}”`,
  untitled: '（无标题）',
  readOf: (read: number, all: number): string => `${read}/${all} 已读`,
  recalledOf: (count: number): string => `撤回 ${count}`,
} as const

export const RECEIPT_STATES: Readonly<
  Record<MailReceipt['state'], { title: string; color: 'success' | 'warning' | 'informative' }>
> = {
  read: { title: '已读', color: 'success' },
  unread: { title: '未读', color: 'warning' },
  recalled: { title: '已撤回', color: 'informative' },
}
