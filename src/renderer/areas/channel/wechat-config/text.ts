/** Texts of official accounts. */
export const CONFIG = {
  title: '公众号管理',
  add: '添加',
  addTitle: '添加公众号',
  editTitle: '公众号配置',
  name: '名称',
  formTitle: '标题',
  appId: 'appId',
  appSecret: 'appSecret',
  secretHint: '加密保存，不会再显示。',
  secretKept: '已保存。不修改时留空。',
  search: '搜索名称或appId',
  emptyTitle: '这个站点还没有公众号',
  emptyText: '添加后，可以在“公众号规则”中把内容推送到公众号，或拉取公众号的文章。',
  removeTitle: (title: string): string => `删除公众号“${title}”`,
} as const
