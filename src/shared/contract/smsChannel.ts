import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { withAreaTitles, cms, menu, mutation, query, site } from './define.ts'
import {
  byId,
  dateTime,
  id,
  idList,
  nothing,
  paged,
  paging,
  text,
  undocumentedOutput,
  version,
  within,
} from './fields.ts'

/** C·§2: 1 is Aliyun, otherwise Tencent. */
export const ALIYUN = 1
export const TENCENT = 2
/** Default number of messages per recipient and day. */
export const DEFAULT_PER_DAY = 10

/** C·§3 SMS channel. Its secret never leaves the server: the field is always empty. */
export const smsChannel = z.object({
  id: z.number(),
  siteId: z.number(),
  channelName: z.string(),
  channelType: z.number(),
  signName: z.string(),
  accessKeyId: z.string(),
  accessKeySecret: z.literal(''),
  /** Beyond the documents: Tencent's application id, and the limit per number and day. */
  sdkAppId: z.string().default(''),
  perDay: z.number().default(DEFAULT_PER_DAY),
  /** Price of one segment in yuan; 0: unknown. */
  price: z.number().default(0),
  hasSecret: z.boolean().default(true),
  /** Number of messages still to send, only in lists: deleting the channel holds them. */
  waiting: z.number().default(0),
  version: z.number().optional(),
  changedBy: z.string().optional(),
  changedAt: dateTime.optional(),
})
export type SmsChannel = z.output<typeof smsChannel>

/** Yuan with at most four decimals: providers charge e.g. 0.0450 or 0.0380 per segment. */
const money = z.coerce
  .number('每条单价必须是数字')
  .min(0, '每条单价不能小于 0')
  .max(100, '每条单价不能大于 100')
  .refine((value) => Number(value.toFixed(4)) === value, '每条单价最多保留 4 位小数')

/** contradictions.md 94: the form has no rules; an incomplete channel fails when it sends. */
export const smsChannelSave = z.object({
  /** 0: a new channel. */
  id: id.default(0),
  siteId: z.coerce.number('请选择站点').int('请选择站点').min(1, '请选择站点'),
  channelName: text(100, '通道名称'),
  channelType: z.coerce
    .number('请选择通道类型')
    .pipe(z.literal([ALIYUN, TENCENT], '请选择通道类型'))
    .default(ALIYUN),
  signName: text(100, '短信签名'),
  accessKeyId: text(200, 'AccessKeyId'),
  /** '' keeps the stored secret. */
  accessKeySecret: text(500, 'AccessKeySecret'),
  sdkAppId: text(50, 'SdkAppId'),
  perDay: within('每个号码每天最多', 1, 1000).default(DEFAULT_PER_DAY),
  price: money.default(0),
  version,
})

const path = (rest: string) => cms(`sms-channel-manage/${rest}`)
const manage = menu(MENU.smsAccess)
/** The dialog of a message lists the channels, too. */
const read = menu(MENU.smsAccess, MENU.smsMarket)
const stale = ['smsChannel.page', 'smsChannel.findById'] as const

/** Channels of text messages (calls 177–180). */
export const smsChannelOperations = withAreaTitles({ smsChannel: '短信通道' })({
  'smsChannel.findById': query({
    method: 'GET',
    path: path('findById/{id}'),
    call: 177,
    title: '短信通道详情',
    record: true,
    access: read,
    input: byId,
    output: smsChannel,
  }),
  'smsChannel.page': query({
    method: 'POST',
    path: path('page'),
    call: 178,
    title: '短信通道列表',
    access: site(read, 'siteId'),
    input: paging({ siteId: id.optional() }),
    output: paged(smsChannel),
  }),
  'smsChannel.save': mutation({
    method: 'POST',
    path: path('save'),
    call: 179,
    title: '保存短信通道',
    access: site(manage, 'siteId'),
    input: smsChannelSave,
    output: undocumentedOutput(smsChannel),
    success: '保存成功',
    stale,
  }),
  /** Unsent messages of a deleted channel are held. */
  'smsChannel.deleteByIdList': mutation({
    method: 'POST',
    path: path('deleteByIdList'),
    call: 180,
    title: '删除短信通道',
    access: manage,
    input: idList,
    output: nothing,
    success: '删除成功',
    stale,
  }),
})
