import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { withAreaTitles, cms, menu, mutation, query } from './define.ts'
import {
  byId,
  dateTime,
  id,
  none,
  nothing,
  paged,
  paging,
  required,
  text,
  undocumentedOutput,
  within,
} from './fields.ts'

/** Feature name of drafts, receipts and recalling (capabilities.features). */
export const SITE_MAIL_FEATURE = 'site-mail-1'
/** C·§9: rows per page. */
export const MAIL_PAGE_SIZE = 10
/** Delay before the list is read again after marking rows, ms (C·§4). */
export const MAIL_RELOAD_DELAY_MS = 1000
export const MAX_MAIL_RECIPIENTS = 5000
const MAX_CONTENT_CHARS = 100_000

/** mail: 站内信; document: 公文, which has a file. */
const MAIL_TYPES = ['mail', 'document'] as const
export type MailType = (typeof MAIL_TYPES)[number]
const type = z.enum(MAIL_TYPES).default('mail')

/** A recipient. The documents send only readUserName. */
export const mailRecipient = z.object({
  userName: z.string().trim().min(1).max(254),
  trueName: z.string().max(254).default(''),
})
export type MailRecipient = z.output<typeof mailRecipient>

/** C·§3: a message in the inbox. */
const receivedMail = z.object({
  id: z.number(),
  title: z.string(),
  /** accessPath; only for documents. */
  file: z.string().default(''),
  sender: z.string(),
  /** Time of reading; '' if unread. */
  readDate: z.string().default(''),
  /** 0 unread. */
  isRead: z.number(),
  createDate: dateTime.default(''),
  /** Ours: real name of the sender. */
  senderName: z.string().default(''),
})
export type ReceivedMail = z.output<typeof receivedMail>

/** A sent message or a draft of the account. */
const sentMail = z.object({
  id: z.number(),
  title: z.string(),
  file: z.string().default(''),
  createDate: dateTime.default(''),
  /** Beyond the documents: number of recipients, of those who have read it, and of those from whom it was recalled. */
  recipients: z.number().default(0),
  read: z.number().default(0),
  recalled: z.number().default(0),
  /** Names of the first recipients. */
  recipientNames: z.string().default(''),
})
export type SentMail = z.output<typeof sentMail>

/** A complete message: C·§2 viewing dialog. */
const mailDetail = z.object({
  id: z.number(),
  type: z.enum(MAIL_TYPES),
  title: z.string(),
  file: z.string(),
  /** HTML, cleaned. */
  content: z.string(),
  sender: z.string(),
  senderName: z.string(),
  createDate: dateTime,
  /** Time at which the caller read it; '' if unread or sent by the caller. */
  readDate: z.string(),
  /** Recipients of a draft; `siteMail.receipts` lists those of a sent message. */
  recipientDTOList: z.array(mailRecipient),
})
export type MailDetail = z.output<typeof mailDetail>

const mailReceipt = z.object({
  userName: z.string(),
  trueName: z.string(),
  state: z.enum(['unread', 'read', 'recalled']),
  /** Time of reading or recalling; '' while unread. */
  date: z.string(),
})
export type MailReceipt = z.output<typeof mailReceipt>

const content = z
  .string('请输入内容')
  .max(MAX_CONTENT_CHARS, `内容不能超过 ${MAX_CONTENT_CHARS} 个字`)
  .refine(
    // The pattern excludes < within a tag: otherwise a long row of < takes quadratic time.
    (html) => /<(?:img|video|audio|hr)\b/i.test(html) || html.replace(/<[^<>]*>|&nbsp;/g, '').trim() !== '',
    '请输入内容',
  )
const recipientDTOList = z
  .array(mailRecipient, '请选择用户')
  .min(1, '请选择用户')
  .max(MAX_MAIL_RECIPIENTS, `一次最多发给 ${MAX_MAIL_RECIPIENTS} 人`)
/** The draft of the message, deleted on sending. 0: none. */
const draftId = id.default(0)

/** C·§5: the dialog of a site mail. */
export const mailSend = z.object({ title: required('请输入标题'), content, recipientDTOList, draftId })
/** C·§5: the dialog of a document, which has a file. */
export const documentSend = z.object({
  title: required('请输入标题'),
  file: z.string('请上传文件').min(1, '请上传文件').max(1024),
  content,
  recipientDTOList,
  draftId,
})
/** A draft of a mail or document. */
const mailDraft = z.object({
  id,
  type,
  title: text(254, '标题'),
  file: text(1024, '文件'),
  content: text(MAX_CONTENT_CHARS),
  recipientDTOList: z.array(mailRecipient).max(MAX_MAIL_RECIPIENTS).default([]),
})

/** The operation log records that a message was sent, but none of these fields. */
const PERSONAL_FIELDS = ['title', 'content', 'file', 'recipientDTOList']

const path = (rest: string) => cms(`notice/${rest}`)
const mine = menu(MENU.mine)
const staleLists = ['siteMail.inbox', 'siteMail.counts', 'siteMail.detail', 'notice.count', 'notice.page'] as const
const staleSent = ['siteMail.sent', 'siteMail.drafts', 'siteMail.receipts', 'siteMail.detail'] as const

/** Mail and documents between accounts (calls 199–205). Accounts read only their own; ids are those of messages. */
export const siteMailOperations = withAreaTitles({ siteMail: '站内信' })({
  'siteMail.inbox': query({
    method: 'POST',
    path: path('noticedetails'),
    call: 199,
    title: '收件箱',
    access: mine,
    /** `key` matches title or sender. */
    input: paging({ type, isRead: within('状态', 0, 1).optional() }),
    output: paged(receivedMail),
  }),
  'siteMail.sent': query({
    method: 'POST',
    path: path('getnoticelist'),
    call: 200,
    title: '发件箱',
    access: mine,
    input: paging({ type }),
    output: paged(sentMail),
  }),
  /** Marks an opened message as read. */
  'siteMail.read': mutation({
    method: 'POST',
    path: path('readnotice'),
    call: 201,
    title: '查看消息',
    access: mine,
    input: byId,
    output: nothing,
    stale: staleLists,
  }),
  /** Number of unread messages. */
  'siteMail.counts': query({
    method: 'GET',
    path: path('getnotice'),
    call: 202,
    title: '未读消息数量',
    access: mine,
    background: true,
    input: none,
    output: z.object({ mail: z.number(), circulationDocuments: z.number(), count: z.number() }),
  }),
  'siteMail.send': mutation({
    method: 'POST',
    path: path('addmessages'),
    call: 203,
    title: '发布站内信',
    access: mine,
    input: mailSend,
    personal: PERSONAL_FIELDS,
    output: undocumentedOutput(byId),
    success: '操作成功',
    stale: [...staleSent, ...staleLists],
  }),
  'siteMail.sendDocument': mutation({
    method: 'POST',
    path: path('adddocuments'),
    call: 204,
    title: '发布公文',
    access: mine,
    input: documentSend,
    personal: PERSONAL_FIELDS,
    output: undocumentedOutput(byId),
    success: '操作成功',
    stale: [...staleSent, ...staleLists],
  }),
  /** Called once per chosen row; the list is read again after MAIL_RELOAD_DELAY_MS (C·§4). */
  'siteMail.markRead': mutation({
    method: 'POST',
    path: path('update/status/read'),
    call: 205,
    title: '设为已读',
    access: mine,
    input: byId,
    output: nothing,
    success: '设置成功',
    stale: ['siteMail.counts', 'notice.count', 'notice.page'],
  }),
  /** Ours, as are the calls below: a message with its text, for its sender and recipients. */
  'siteMail.detail': query({
    method: 'GET',
    path: path('detail/{id}'),
    title: '消息详情',
    access: mine,
    input: byId,
    output: mailDetail,
  }),
  'siteMail.receipts': query({
    method: 'POST',
    path: path('receipts'),
    title: '阅读情况',
    access: mine,
    input: paging({ id, state: z.enum(['unread', 'read', 'recalled']).optional() }),
    output: paged(mailReceipt),
  }),
  /** Recalls a message from recipients who have not read it. */
  'siteMail.recall': mutation({
    method: 'POST',
    path: path('recall'),
    title: '撤回消息',
    access: mine,
    input: byId,
    output: z.object({ recalled: z.number() }),
    success: '撤回成功',
    stale: staleSent,
  }),
  'siteMail.drafts': query({
    method: 'POST',
    path: path('drafts'),
    title: '消息草稿',
    access: mine,
    input: paging({ type }),
    output: paged(sentMail),
  }),
  'siteMail.saveDraft': mutation({
    method: 'POST',
    path: path('saveDraft'),
    title: '保存消息草稿',
    access: mine,
    input: mailDraft,
    personal: PERSONAL_FIELDS,
    output: byId,
    success: '已保存到草稿',
    stale: ['siteMail.drafts', 'siteMail.detail'],
  }),
  'siteMail.removeDraft': mutation({
    method: 'POST',
    path: path('removeDraft'),
    title: '删除消息草稿',
    access: mine,
    input: byId,
    output: nothing,
    success: '删除成功',
    stale: ['siteMail.drafts', 'siteMail.detail'],
  }),
  /** Accounts of groups and departments, limited to those that the caller may choose. */
  'siteMail.members': query({
    method: 'POST',
    path: path('members'),
    title: '用户组和部门的用户',
    access: mine,
    input: z.object({ groupIds: z.array(id).max(500).default([]), departmentIds: z.array(id).max(500).default([]) }),
    output: z.array(mailRecipient),
  }),
})
