import type { ArticlePart, WechatLog } from '#shared/contract/wechat.ts'

/** Texts of the rules of official accounts. */
export const RULE = {
  title: '公众号规则',
  help: '推送：把栏目中已发布的内容存为公众号的草稿。拉取：把公众号已发布的文章存为栏目的草稿。每篇只处理一次。',
  add: '新增规则',
  edit: '编辑规则',
  name: '标题',
  ruleType: '数据规则',
  push: '推送',
  pull: '拉取',
  sourceSite: '源站点',
  sourceMenu: '源站栏目',
  account: '公众号',
  firstAccount: '站点的第一个公众号',
  mapping: '字段匹配',
  noField: '不匹配',
  noColumn: '选择源站栏目后匹配字段。',
  isRun: '启用',
  isRunHint: '推送：每发布一条内容就自动推送。拉取：每小时自动拉取一次。',
  results: '成功 / 失败',
  run: '立即执行',
  running: (title: string): string => `执行规则“${title}”`,
  log: '日志',
  logOf: (title: string): string => `日志：${title}`,
  retry: '重试',
  retryTitle: (title: string): string => `重试“${title}”`,
  retryText: '请先到公众号的草稿箱核对。确认没有这篇文章后，下次执行时会重新推送。',
  article: '文章',
  state: '结果',
  reason: '原因',
  time: '时间',
  search: '搜索标题',
  none: '—',
  empty: '这个站点还没有公众号规则',
  emptyLog: '还没有处理过文章',
  remove: (title: string): string => `删除规则“${title}”`,
} as const

/** C·§3: the parts of an article. */
export const PARTS: Readonly<Record<ArticlePart, { title: string; required?: boolean; hint?: string }>> = {
  title: { title: '标题', required: true },
  author: { title: '作者' },
  digest: { title: '摘要' },
  thumb_media_id: { title: '封面图', hint: '没有封面图时用正文的第一张图片。' },
  content: { title: '正文', required: true },
}

export const LOG_STATES: Readonly<
  Record<WechatLog['state'], { title: string; color: 'success' | 'danger' | 'warning' }>
> = {
  done: { title: '成功', color: 'success' },
  failed: { title: '失败', color: 'danger' },
  doubtful: { title: '结果不明', color: 'warning' },
}
