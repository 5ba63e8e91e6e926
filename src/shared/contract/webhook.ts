import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { WEBHOOK_EVENT_KEYS } from '../domain/webhookEvents.ts'
import { areas, cms, menu, mutation, query, site } from './define.ts'
import { byId, dateTime, flag, id, idList, nothing, paged, paging, required, version } from './fields.ts'

export const WEBHOOK_NAME_LIMIT = 60
export const WEBHOOK_URL_LIMIT = 1000
/** So many may there be. */
export const MAX_WEBHOOKS = 100
/** Deliveries are kept so many days. */
export const DELIVERY_DAYS = 30
/** Without a single success for so many days a webhook is switched off. */
export const WEBHOOK_OFF_DAYS = 3

const isWebAddress = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

export const webhookSave = z.object({
  /** 0: a new one. */
  id: id.default(0),
  name: required('请输入名称', WEBHOOK_NAME_LIMIT),
  url: required('请输入接收地址', WEBHOOK_URL_LIMIT).refine(
    isWebAddress,
    '接收地址要以 http:// 或 https:// 开头，不能包含用户名和密码',
  ),
  events: z.array(z.enum(WEBHOOK_EVENT_KEYS)).min(1, '请选择事件'),
  /** Empty: all sites, which super administrators alone may choose. */
  siteIds: z.array(z.coerce.number().int().min(1)).max(200, '最多选择 200 个站点').default([]),
  isOn: flag.default(true),
  /** A new secret, which the answer shows once; a new webhook always gets one. */
  renewSecret: flag,
  version,
})

/** Beyond the documents: an address of another program that is told what happens. */
export const webhook = z.object({
  id: z.number(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENT_KEYS)),
  siteIds: z.array(z.number()),
  isOn: z.boolean(),
  /** Why the server switched it off; '' it did not. */
  offReason: z.string(),
  createBy: z.string(),
  /** Of the last delivery; '' none yet. */
  lastDate: z.string(),
  lastOk: z.boolean(),
  version: z.number(),
  changedBy: z.string(),
  changedAt: dateTime,
})
export type Webhook = z.output<typeof webhook>

const DELIVERY_STATES = ['waiting', 'sending', 'done', 'failed'] as const

/** One thing that a webhook was told, or is to be told. */
const webhookDelivery = z.object({
  id: z.number(),
  event: z.string(),
  siteId: z.number(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.number(),
  /** Of the last answer; 0 none. */
  status: z.number(),
  durationMs: z.number(),
  /** Why the last attempt failed; ''. */
  reason: z.string(),
  createDate: dateTime,
  /** Of the next attempt; '' none. */
  nextDate: z.string(),
  /** The JSON that is sent. */
  request: z.string(),
  /** The beginning of the last answer's text. */
  answer: z.string(),
})
export type WebhookDelivery = z.output<typeof webhookDelivery>

const held = menu(MENU.webhook)
const stale = ['webhook.page'] as const
const staleLog = ['webhook.page', 'webhook.deliveries'] as const

export const webhookOperations = areas({ webhook: 'Webhook' })({
  /** Those of one's sites alone; super administrators see all. */
  'webhook.page': query({
    method: 'GET',
    path: cms('webhook/page'),
    title: 'Webhook 列表',
    access: held,
    input: paging({}),
    output: paged(webhook),
  }),
  'webhook.save': mutation({
    method: 'POST',
    path: cms('webhook/save'),
    title: '保存 Webhook',
    access: site(held, 'siteIds[]'),
    input: webhookSave,
    /** secret: the only time that it is shown; '' it stays. */
    output: z.object({ webhook, secret: z.string() }),
    success: '保存成功',
    stale,
  }),
  'webhook.deleteByIdList': mutation({
    method: 'POST',
    path: cms('webhook/deleteByIdList'),
    title: '删除 Webhook',
    access: held,
    input: idList,
    output: nothing,
    success: '删除成功',
    stale,
  }),
  /** Sends a trial at once and answers what came of it. */
  'webhook.test': mutation({
    method: 'POST',
    path: cms('webhook/test'),
    title: '测试 Webhook',
    access: held,
    slow: true,
    input: byId,
    output: webhookDelivery,
    stale: staleLog,
  }),
  'webhook.deliveries': query({
    method: 'GET',
    path: cms('webhook/deliveries'),
    title: 'Webhook 日志',
    access: held,
    input: paging({ webhookId: id }),
    output: paged(webhookDelivery),
  }),
  /** Tells it once more, whatever became of it. */
  'webhook.retry': mutation({
    method: 'POST',
    path: cms('webhook/retry'),
    title: '重试 Webhook',
    access: held,
    input: byId,
    output: nothing,
    success: '已安排重试',
    stale: staleLog,
  }),
})
