import { z } from 'zod'
import { parseRecipients, recipientProblem } from '../domain/recipients.ts'
import { MENU } from '../domain/systemMenus.ts'
import { withAreaTitles, cms, menu, mutation, query, site } from './define.ts'
import {
  byId,
  dateTime,
  flag,
  id,
  idList,
  nothing,
  paged,
  paging,
  required,
  text,
  undocumentedOutput,
} from './fields.ts'
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

/** Maximum number of attachments of a message, and their total size in MB. */
export const MAX_ATTACHMENTS = 20
export const MAX_ATTACHMENTS_MB = 20

const attached = z.object({ src: z.string(), name: z.string() })

/** C·§3 Email record; contradictions.md 108: `channelName` holds the subject, `subject` the sender account. */
export const emailRecord = z.object({
  id: z.number(),
  channelName: z.string(),
  postTime: dateTime,
  body: z.string(),
  subject: z.string(),
  sendType: z.number(),
  /** '' for immediate sending. */
  sendTime: dateTime,
  /** Beyond the documents. */
  siteId: z.number(),
  isMass: z.boolean(),
  attachments: z.array(attached),
  author: z.string(),
  ...outgoingProgress.shape,
})
export type EmailRecord = z.output<typeof emailRecord>

/** A list, or `a|b` from clients that follow the document. */
const addresses = z
  .union([z.string().transform((typed) => parseRecipients(typed, 'email')), z.array(z.string())], '请添加收件人')
  .default([])
  .superRefine((list, context) => {
    const problem = recipientProblem(list, 'email')
    if (problem) context.addIssue({ code: 'custom', message: problem })
    if (list.length > MAX_RECIPIENTS)
      context.addIssue({ code: 'custom', message: `一次最多发给 ${MAX_RECIPIENTS} 个收件人，请分批发送` })
  })

const content = {
  subject: required('请输入邮件主题', 200),
  /** HTML. */
  body: text(2_000_000, '邮件内容').refine((html) => html.trim() !== '', '请输入邮件内容'),
  emailChannelId: z.coerce.number('请选择发件邮箱').int('请选择发件邮箱').min(1, '请选择发件邮箱'),
  siteId: z.coerce.number('请选择站点').int('请选择站点').min(1, '请选择站点'),
  /** Files of the library. */
  attachments: z.array(attached).max(MAX_ATTACHMENTS, `最多添加 ${MAX_ATTACHMENTS} 个附件`).default([]),
  /** Adds an unsubscribe link; recipients who have unsubscribed are left out. */
  isMass: flag,
}

/** C·§3 Email send, with the project's additions. */
export const emailForm = z
  .object({ ...content, emailList: addresses, ...memberChoice, ...sendTiming })
  .superRefine(requireSendTime)

const path = (rest: string) => cms(`email-send-manage/${rest}`)
const manage = menu(MENU.emailRecord)
const stale = ['emailSend.page', 'emailSend.findById', 'emailSend.recipients'] as const

/** Sent and waiting e-mail (calls 174–176), and the project's additions. Handlers check the site of a record. */
export const emailSendOperations = withAreaTitles({ emailSend: '邮件' })({
  'emailSend.page': query({
    method: 'POST',
    path: path('page'),
    call: 174,
    title: '邮件发送记录',
    access: site(manage, 'siteId'),
    background: true,
    input: paging({ siteId: id.optional(), state: z.enum(OUTGOING_STATES).optional() }),
    output: paged(emailRecord.omit({ body: true, attachments: true })),
  }),
  'emailSend.deleteByIdList': mutation({
    method: 'POST',
    path: path('deleteByIdList'),
    call: 175,
    title: '删除邮件发送记录',
    access: manage,
    input: idList,
    output: nothing,
    success: '删除成功',
    stale,
  }),
  'emailSend.batchSend': mutation({
    method: 'POST',
    path: path('batch-send-email'),
    call: 176,
    title: '发送邮件',
    access: site(manage, 'siteId'),
    personal: ['emailList', 'subject', 'body', 'attachments'],
    input: emailForm,
    output: undocumentedOutput(byId),
    success: '操作成功',
    stale,
    body: 'rows',
  }),
  /** Ours: sends one test copy at once; `invalid` with the server's message if it is rejected. */
  'emailSend.trial': mutation({
    method: 'POST',
    path: path('trial'),
    title: '发送测试邮件',
    access: site(manage, 'siteId'),
    personal: ['address', 'subject', 'body', 'attachments'],
    input: z.object({
      ...content,
      address: z.string('请输入测试邮箱').superRefine((typed, context) => {
        const problem = typed.trim() === '' ? '请输入测试邮箱' : recipientProblem([typed], 'email')
        if (problem) context.addIssue({ code: 'custom', message: problem })
      }),
    }),
    output: nothing,
    success: '测试邮件已发送',
    body: 'rows',
    slow: true,
  }),
  'emailSend.findById': query({
    method: 'GET',
    path: path('findById/{id}'),
    title: '邮件详情',
    access: manage,
    background: true,
    input: byId,
    output: emailRecord,
  }),
  'emailSend.recipients': query({
    method: 'POST',
    path: path('recipients'),
    title: '邮件收件人',
    access: manage,
    background: true,
    input: recipientPage,
    output: paged(outgoingRecipient),
  }),
  'emailSend.update': mutation({
    method: 'POST',
    path: path('update/state'),
    title: '暂停、继续或取消发送邮件',
    access: manage,
    input: outgoingAction,
    output: nothing,
    success: '操作成功',
    stale,
  }),
  /** Resends to failed recipients; with `doubtful` also to recipients whose result is unknown. */
  'emailSend.resend': mutation({
    method: 'POST',
    path: path('resend'),
    title: '重新发送失败的邮件',
    access: manage,
    input: z.object({ id, doubtful: flag }),
    output: nothing,
    success: '已重新加入发送队列',
    stale,
  }),
})
