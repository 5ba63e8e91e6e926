import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { areas, cms, menu, mutation, query, session } from './define.ts'
import { dateTime, id, none, nothing, unshown } from './fields.ts'
import { NOTICE_GROUPS } from './notice.ts'

/** What the program itself sends goes over these; 0: it is not sent. */
const ways = {
  /** Of phone codes; without one they stand in the server's log. */
  codeChannelId: id.default(0),
  codeTemplateId: id.default(0),
  /** Of notices by e-mail. */
  emailChannelId: id.default(0),
  /** Of notices by text message. */
  noticeChannelId: id.default(0),
  noticeTemplateId: id.default(0),
}
export const systemMessageWays = z.object(ways)
export type SystemMessageWays = z.output<typeof systemMessageWays>

const offered = z.object({ id: z.number(), siteId: z.number(), title: z.string() })

const systemMessageSettings = z.object({
  codeChannelId: z.number(),
  codeTemplateId: z.number(),
  emailChannelId: z.number(),
  noticeChannelId: z.number(),
  noticeTemplateId: z.number(),
  version: z.number(),
  changedBy: z.string(),
  changedAt: dateTime,
  /** What can be chosen, of all sites. A template goes with a channel of its own site. */
  channels: z.array(offered),
  templates: z.array(offered.extend({ content: z.string() })),
  emails: z.array(offered),
  /** Why messages of the program are held now; '' when none are. */
  problem: z.string(),
})
export type SystemMessageSettings = z.output<typeof systemMessageSettings>

const both = (one: number, other: number): boolean => (one === 0) === (other === 0)

/** `version` is that of the settings which were edited. */
export const systemMessageForm = z
  .object({ ...ways, version: id })
  .refine(({ codeChannelId, codeTemplateId }) => both(codeChannelId, codeTemplateId), {
    path: ['codeTemplateId'],
    message: '短信通道和短信模板要一起选择',
  })
  .refine(({ noticeChannelId, noticeTemplateId }) => both(noticeChannelId, noticeTemplateId), {
    path: ['noticeTemplateId'],
    message: '短信通道和短信模板要一起选择',
  })

const groups = z.array(z.enum(NOTICE_GROUPS, '请选择通知的类别')).max(NOTICE_GROUPS.length, '类别太多').default([])

/** By which ways an account is told of what, beside the program itself. */
export const noticeWish = z.object({ email: groups, sms: groups })

/** How the account can be reached: `isOpen`, the program can send so; `address` of the account, '' for none. */
const reach = z.object({ isOpen: z.boolean(), address: z.string() })
const noticeWishAnswer = z.object({
  email: z.array(z.enum(NOTICE_GROUPS)),
  sms: z.array(z.enum(NOTICE_GROUPS)),
  ways: z.object({ email: reach, sms: reach }),
})
export type NoticeWishAnswer = z.output<typeof noticeWishAnswer>

const manage = menu(MENU.account)

/** What the program itself sends: phone codes, and notices to those who wish them. Beyond the documents. */
export const systemMessageOperations = areas({ systemMessage: '系统消息', noticeWish: '通知设置' })({
  /** Super administrators alone: the choices are of all sites. */
  'systemMessage.settings': query({
    method: 'GET',
    path: cms('system-message/settings'),
    title: '系统消息设置',
    access: manage,
    input: none,
    output: systemMessageSettings,
  }),
  'systemMessage.save': mutation({
    method: 'POST',
    path: cms('system-message/save'),
    title: '保存系统消息设置',
    access: manage,
    input: systemMessageForm,
    output: unshown(systemMessageSettings),
    success: '保存成功',
    stale: ['systemMessage.settings', 'noticeWish.read'],
  }),
  'noticeWish.read': query({
    method: 'GET',
    path: cms('notice/wish'),
    title: '我的通知方式',
    access: session,
    input: none,
    output: noticeWishAnswer,
  }),
  'noticeWish.save': mutation({
    method: 'POST',
    path: cms('notice/save-wish'),
    title: '保存我的通知方式',
    access: session,
    input: noticeWish,
    output: nothing,
    success: '保存成功',
    stale: ['noticeWish.read'],
  }),
})
