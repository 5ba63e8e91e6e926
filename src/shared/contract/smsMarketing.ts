import { z } from 'zod'
import { parseRecipients, recipientProblem } from '../domain/recipients.ts'
import { MENU } from '../domain/systemMenus.ts'
import { withAreaTitles, cms, menu, mutation, query, site } from './define.ts'
import { byId, dateTime, flag, id, idList, nothing, paged, paging, undocumentedOutput } from './fields.ts'
import {
  memberChoice,
  MAX_RECIPIENTS,
  requireSendTime,
  OUTGOING_STATES,
  outgoingAction,
  outgoingProgress,
  outgoingRecipient,
  recipientPage,
  sendTiming,
} from './outgoing.ts'

/** A text message to many recipients. The documents show no columns (contradictions.md 131, 132). */
const smsRecord = z.object({
  id: z.number(),
  siteId: z.number(),
  templateName: z.string(),
  channelName: z.string(),
  /** The text with the common values filled in; NAME_PLACEHOLDER is the placeholder for each recipient's name. */
  content: z.string(),
  postTime: dateTime,
  sendType: z.number(),
  /** '' for immediate sending. */
  sendTime: dateTime,
  author: z.string(),
  /** Number of segments per recipient. */
  count: z.number(),
  /** Segments of all recipients, and their cost in yuan; 0: unknown. */
  segments: z.number().default(0),
  price: z.number().default(0),
  amount: z.number().default(0),
  ...outgoingProgress.shape,
})
export type SmsRecord = z.output<typeof smsRecord>

const numbers = z
  .union([z.string().transform((typed) => parseRecipients(typed, 'phone')), z.array(z.string())], '请添加号码')
  .default([])
  .superRefine((list, context) => {
    const problem = recipientProblem(list, 'phone')
    if (problem) context.addIssue({ code: 'custom', message: problem })
    if (list.length > MAX_RECIPIENTS)
      context.addIssue({ code: 'custom', message: `一次最多发给 ${MAX_RECIPIENTS} 个号码，请分批发送` })
  })
const requiredId = (message: string) => z.coerce.number(message).int(message).min(1, message)

const content = {
  siteId: id.optional(),
  phoneList: numbers,
  smsChannelId: requiredId('请选择短信通道'),
  smsTemplateId: requiredId('请选择短信模板'),
  params: z.record(z.string().max(64), z.string().max(200, '变量的值不能超过 200 个字')).default({}),
  ...memberChoice,
}

/** C·§3 SMS send; without a site, the channel's site is used. `params` holds the values of the template's variables. */
export const smsForm = z.object({ ...content, ...sendTiming }).superRefine(requireSendTime)

/** Estimated segments and cost of a message before it is sent. */
const smsEstimate = z.object({
  recipients: z.number(),
  segments: z.number(),
  /** Price of one segment in yuan; 0: unknown. */
  price: z.number(),
  amount: z.number(),
})

const path = (rest: string) => cms(`sms-marketing-manage/${rest}`)
const manage = menu(MENU.smsMarket)
const stale = ['smsMarketing.page', 'smsMarketing.recipients'] as const

/**
 * Text messages to many recipients (calls 185, 186), and the project's additions. Handlers check the site of a record.
 */
export const smsMarketingOperations = withAreaTitles({ smsMarketing: '短信' })({
  'smsMarketing.page': query({
    method: 'POST',
    path: path('page'),
    call: 185,
    title: '短信营销列表',
    access: site(manage, 'siteId'),
    background: true,
    input: paging({ siteId: id.optional(), state: z.enum(OUTGOING_STATES).optional() }),
    output: paged(smsRecord),
  }),
  'smsMarketing.batchSend': mutation({
    method: 'POST',
    path: path('batch-send-sms'),
    call: 186,
    title: '发送短信',
    access: site(manage, 'siteId'),
    personal: ['phoneList'],
    input: smsForm,
    output: undocumentedOutput(byId),
    success: '操作成功',
    stale,
    body: 'rows',
  }),
  'smsMarketing.estimate': query({
    method: 'POST',
    path: path('estimate'),
    title: '短信费用',
    access: site(manage, 'siteId'),
    personal: ['phoneList'],
    input: z.object(content),
    output: smsEstimate,
    body: 'rows',
  }),
  'smsMarketing.recipients': query({
    method: 'POST',
    path: path('recipients'),
    title: '短信接收人',
    access: manage,
    background: true,
    input: recipientPage,
    output: paged(outgoingRecipient),
  }),
  'smsMarketing.update': mutation({
    method: 'POST',
    path: path('update/state'),
    title: '暂停、继续或取消发送短信',
    access: manage,
    input: outgoingAction,
    output: nothing,
    success: '操作成功',
    stale,
  }),
  'smsMarketing.resend': mutation({
    method: 'POST',
    path: path('resend'),
    title: '重新发送失败的短信',
    access: manage,
    input: z.object({ id, doubtful: flag }),
    output: nothing,
    success: '已重新加入发送队列',
    stale,
  }),
  'smsMarketing.deleteByIdList': mutation({
    method: 'POST',
    path: path('deleteByIdList'),
    title: '删除短信发送记录',
    access: manage,
    input: idList,
    output: nothing,
    success: '删除成功',
    stale,
  }),
})
