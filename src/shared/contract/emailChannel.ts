import { z } from 'zod'
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
  text,
  undocumentedOutput,
  version,
  within,
} from './fields.ts'

/** ssl: encrypted from the start; starttls: encrypted before the sign-in; none: unencrypted, for internal servers. */
export const EMAIL_SECURITIES = ['ssl', 'starttls', 'none'] as const
export type EmailSecurity = (typeof EMAIL_SECURITIES)[number]
/** Default number of messages per minute of an account. */
export const DEFAULT_PER_MINUTE = 60
export const MAX_PER_MINUTE = 100_000

/** C·§3 Sender email account. Its password never leaves the server: the field is always empty. */
export const emailChannel = z.object({
  id: z.number(),
  siteId: z.number(),
  account: z.string(),
  password: z.literal(''),
  sendName: z.string(),
  smtp: z.string(),
  port: z.number(),
  useSSL: z.boolean(),
  /** Beyond the documents. */
  security: z.enum(EMAIL_SECURITIES).default('ssl'),
  perMinute: z.number().default(DEFAULT_PER_MINUTE),
  hasPassword: z.boolean().default(true),
  /** Number of messages still to send, only in lists: deleting the account holds them. */
  waiting: z.number().default(0),
  version: z.number().optional(),
  changedBy: z.string().optional(),
  changedAt: dateTime.optional(),
})
export type EmailChannel = z.output<typeof emailChannel>

/** Text for a header of each message. */
const oneLine = (label: string, max = 254) =>
  text(max, label).refine((typed) => /^\P{Cc}*$/u.test(typed), `${label}含有换行或看不见的控制字符，请重新输入`)

/** contradictions.md 94: the form has no rules of its own; a failed sign-in reports what is missing. */
export const emailChannelSave = z.object({
  /** 0: a new account. */
  id: id.default(0),
  siteId: z.coerce.number('请选择站点').int('请选择站点').min(1, '请选择站点'),
  account: oneLine('账号'),
  /** '' keeps the stored password. */
  password: oneLine('密码', 500),
  sendName: oneLine('发件人名称', 100),
  smtp: oneLine('SMTP服务器'),
  port: within('端口', 1, 65_535).default(465),
  useSSL: flag,
  /** Absent: derived from useSSL. */
  security: z.enum(EMAIL_SECURITIES).optional(),
  perMinute: within('每分钟封数', 1, MAX_PER_MINUTE).default(DEFAULT_PER_MINUTE),
  version,
})

const path = (rest: string) => cms(`email-channel-manage/${rest}`)
const manage = menu(MENU.emailSender)
/** The dialog of a message lists the accounts, too. */
const read = menu(MENU.emailSender, MENU.emailRecord)
const stale = ['emailChannel.page', 'emailChannel.findById'] as const

/** Sender e-mail accounts (calls 170–173). */
export const emailChannelOperations = withAreaTitles({ emailChannel: '发件邮箱' })({
  'emailChannel.page': query({
    method: 'POST',
    path: path('page'),
    call: 170,
    title: '发件邮箱列表',
    access: site(read, 'siteId'),
    input: paging({ siteId: id.optional() }),
    output: paged(emailChannel),
  }),
  /**
   * Signs in to the SMTP server with the form's values before saving; `invalid` with the server's message if that
   * fails.
   */
  'emailChannel.save': mutation({
    method: 'POST',
    path: path('save-and-validate'),
    call: 171,
    title: '保存并验证发件邮箱',
    access: site(manage, 'siteId'),
    input: emailChannelSave,
    output: undocumentedOutput(emailChannel),
    success: '保存成功',
    stale,
    slow: true,
  }),
  /** Unsent messages of a deleted account are held. */
  'emailChannel.deleteByIdList': mutation({
    method: 'POST',
    path: path('deleteByIdList'),
    call: 172,
    title: '删除发件邮箱',
    access: manage,
    input: idList,
    output: nothing,
    success: '删除成功',
    stale,
  }),
  'emailChannel.findById': query({
    method: 'GET',
    path: path('findById/{id}'),
    call: 173,
    title: '发件邮箱详情',
    record: true,
    access: read,
    input: byId,
    output: emailChannel,
  }),
})
