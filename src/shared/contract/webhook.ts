import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { WEBHOOK_EVENT_KEYS } from '../domain/webhookEvents.ts'
import { withAreaTitles, cms, menu, mutation, query, site } from './define.ts'
import { byId, dateTime, flag, id, idList, nothing, paged, paging, required, version } from './fields.ts'

export const WEBHOOK_NAME_LIMIT = 60
export const WEBHOOK_URL_LIMIT = 1000
/** Maximum number of webhooks. */
export const MAX_WEBHOOKS = 100
/** Retention of deliveries, in days. */
export const DELIVERY_RETENTION_DAYS = 30
/** A webhook is switched off after this many days without a successful delivery. */
export const MAX_WEBHOOK_FAILURE_DAYS = 3

const isWebAddress = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

export const webhookSave = z.object({
  /** 0: a new webhook. */
  id: id.default(0),
  name: required('请输入名称', WEBHOOK_NAME_LIMIT),
  url: required('请输入接收地址', WEBHOOK_URL_LIMIT).refine(
    isWebAddress,
    '接收地址应以 http:// 或 https:// 开头，不能包含用户名和密码',
  ),
  events: z.array(z.enum(WEBHOOK_EVENT_KEYS)).min(1, '请选择事件'),
  /** Empty: all sites, which only super administrators may choose. */
  siteIds: z.array(z.coerce.number().int().min(1)).max(200, '最多选择 200 个站点').default([]),
  isOn: flag.default(true),
  /** Creates a new secret, returned once in the response; a new webhook always gets one. */
  renewSecret: flag,
  version,
})

/** Beyond the documents: an address of another program that receives events. */
export const webhook = z.object({
  id: z.number(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENT_KEYS)),
  siteIds: z.array(z.number()),
  isOn: z.boolean(),
  /** Why the server switched it off; '' if it did not. */
  offReason: z.string(),
  createBy: z.string(),
  /** Time of the last delivery; '' for none. */
  lastDate: z.string(),
  lastOk: z.boolean(),
  version: z.number(),
  changedBy: z.string(),
  changedAt: dateTime,
})
export type Webhook = z.output<typeof webhook>

const DELIVERY_STATES = ['waiting', 'sending', 'done', 'failed'] as const

/** A past or pending delivery of an event to a webhook. */
const webhookDelivery = z.object({
  id: z.number(),
  event: z.string(),
  siteId: z.number(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.number(),
  /** HTTP status of the last response; 0 for none. */
  status: z.number(),
  durationMs: z.number(),
  /** Why the last attempt failed; '' otherwise. */
  reason: z.string(),
  createDate: dateTime,
  /** Time of the next attempt; '' for none. */
  nextDate: z.string(),
  /** The JSON body of the request. */
  request: z.string(),
  /** The beginning of the last response body. */
  answer: z.string(),
})
export type WebhookDelivery = z.output<typeof webhookDelivery>

const access = menu(MENU.webhook)
const stale = ['webhook.page'] as const
const staleLog = ['webhook.page', 'webhook.deliveries'] as const

export const webhookOperations = withAreaTitles({ webhook: 'Webhook' })({
  /** Webhooks of the caller's sites only; super administrators see all. */
  'webhook.page': query({
    method: 'GET',
    path: cms('webhook/page'),
    title: 'Webhook 列表',
    access,
    input: paging({}),
    output: paged(webhook),
  }),
  'webhook.save': mutation({
    method: 'POST',
    path: cms('webhook/save'),
    title: '保存 Webhook',
    access: site(access, 'siteIds[]'),
    input: webhookSave,
    /** secret: returned only this once; '' if unchanged. */
    output: z.object({ webhook, secret: z.string() }),
    success: '保存成功',
    stale,
  }),
  'webhook.deleteByIdList': mutation({
    method: 'POST',
    path: cms('webhook/deleteByIdList'),
    title: '删除 Webhook',
    access,
    input: idList,
    output: nothing,
    success: '删除成功',
    stale,
  }),
  /** Sends a test delivery at once and returns its result. */
  'webhook.test': mutation({
    method: 'POST',
    path: cms('webhook/test'),
    title: '测试 Webhook',
    access,
    slow: true,
    input: byId,
    output: webhookDelivery,
    stale: staleLog,
  }),
  'webhook.deliveries': query({
    method: 'GET',
    path: cms('webhook/deliveries'),
    title: 'Webhook 日志',
    access,
    input: paging({ webhookId: id }),
    output: paged(webhookDelivery),
  }),
  /** Sends the delivery again, whatever its state. */
  'webhook.retry': mutation({
    method: 'POST',
    path: cms('webhook/retry'),
    title: '重试 Webhook',
    access,
    input: byId,
    output: nothing,
    success: '已安排重试',
    stale: staleLog,
  }),
})
