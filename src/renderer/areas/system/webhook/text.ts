import type { WebhookDelivery } from '#shared/contract/webhook.ts'
import { PING, WEBHOOK_EVENTS } from '#shared/domain/webhookEvents.ts'

/** Words of the addresses of other programs that are told what happens. */
export const HOOK = {
  title: 'Webhook',
  help: '内容、站点或静态页面有变化时，把事件以 JSON 发送到其他程序的地址，并用密钥签名。',
  add: '新建',
  addTitle: '新建 Webhook',
  editTitle: '编辑 Webhook',
  name: '名称',
  url: '接收地址',
  urlHint: '以 http:// 或 https:// 开头；不能是内部网络的地址，除非管理员在服务器允许',
  events: '事件',
  sites: '站点',
  allSites: '全部站点',
  isOn: '启用',
  renewSecret: '更换签名密钥',
  renewHint: '更换后旧密钥立即失效，新密钥只显示一次',
  last: '最近发送',
  never: '还没有发送',
  lastOk: '成功',
  lastFailed: '失败',
  off: '已自动关闭',
  log: '日志',
  logOf: (name: string): string => `Webhook“${name}”的日志`,
  test: '测试',
  tested: (name: string): string => `“${name}”测试成功，对方已收到`,
  testFailed: (name: string, reason: string): string => `“${name}”测试没有成功：${reason}`,
  retry: '重试',
  detail: '详情',
  search: '搜索名称或地址',
  searchLog: '搜索事件、内容或原因',
  empty: '还没有 Webhook',
  emptyText: '点“新建”填写接收地址和事件，有变化时自动通知。',
  emptyLog: '还没有发送过',
  remove: (name: string): string => `删除 Webhook“${name}”和它的日志`,
  secret: '签名密钥',
  secretOf: (name: string): string => `“${name}”的签名密钥`,
  secretNote:
    '密钥只显示这一次，请现在复制到接收程序中。请求头 x-sitecraft-signature 是 v1= 加上“时间戳.正文”的 HMAC-SHA256（十六进制），时间戳在 x-sitecraft-timestamp 中。',
  event: '事件',
  state: '状态',
  attempts: '次数',
  status: '返回',
  time: '时间',
  next: '下次重试',
  reason: '说明',
  request: '请求',
  answer: '对方的返回',
  duration: '用时',
  noAnswer: '（没有返回内容）',
} as const

export const STATES: Record<
  WebhookDelivery['state'],
  { title: string; color: 'success' | 'warning' | 'danger' | 'brand' }
> = {
  waiting: { title: '等待', color: 'warning' },
  sending: { title: '发送中', color: 'brand' },
  done: { title: '成功', color: 'success' },
  failed: { title: '失败', color: 'danger' },
}

const NAMES: Readonly<Record<string, string>> = { ...WEBHOOK_EVENTS, [PING]: HOOK.test }
/** What an event is called. */
export const eventName = (event: string): string => NAMES[event] ?? event
