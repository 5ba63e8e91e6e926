/** Events of webhooks, with their names on the screen. */
export const WEBHOOK_EVENTS = {
  'content.created': '新增内容',
  'content.saved': '保存内容',
  'content.published': '发布内容',
  'content.unpublished': '取消发布',
  'content.removed': '删除内容',
  'site.created': '新增站点',
  'site.changed': '修改站点',
  'site.opened': '开启站点',
  'site.closed': '关闭站点',
  'site.removed': '删除站点',
  'site.restored': '还原站点',
  'build.done': '静态生成完成',
  'build.failed': '静态生成失败',
} as const
export type WebhookEvent = keyof typeof WEBHOOK_EVENTS
export const WEBHOOK_EVENT_KEYS = Object.keys(WEBHOOK_EVENTS) as [WebhookEvent, ...WebhookEvent[]]
/** The event that 测试 sends. */
export const PING = 'ping'
