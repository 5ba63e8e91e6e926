import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { withAreaTitles, cms, menu, mutation, query, session } from './define.ts'
import { dateTime, id, none, nothing, undocumentedOutput } from './fields.ts'
import { NOTICE_GROUPS } from './notice.ts'

/** Channels of the messages that the program itself sends; 0: not sent. */
const ways = {
  /** For phone codes; without a channel the codes are written to the server's log. */
  codeChannelId: id.default(0),
  codeTemplateId: id.default(0),
  /** For notices by e-mail. */
  emailChannelId: id.default(0),
  /** For notices by text message. */
  noticeChannelId: id.default(0),
  noticeTemplateId: id.default(0),
}
export const systemMessageChannels = z.object(ways)
export type SystemMessageChannels = z.output<typeof systemMessageChannels>

const choice = z.object({ id: z.number(), siteId: z.number(), title: z.string() })

const systemMessageSettings = z.object({
  codeChannelId: z.number(),
  codeTemplateId: z.number(),
  emailChannelId: z.number(),
  noticeChannelId: z.number(),
  noticeTemplateId: z.number(),
  version: z.number(),
  changedBy: z.string(),
  changedAt: dateTime,
  /** Choices, of all sites. A template needs a channel of the same site. */
  channels: z.array(choice),
  templates: z.array(choice.extend({ content: z.string() })),
  emails: z.array(choice),
  /** Why the program's messages are held; '' if they are not. */
  problem: z.string(),
})
export type SystemMessageSettings = z.output<typeof systemMessageSettings>

const areBothSetOrUnset = (one: number, other: number): boolean => (one === 0) === (other === 0)

/** `version` is that of the edited settings. */
export const systemMessageForm = z
  .object({ ...ways, version: id })
  .refine(({ codeChannelId, codeTemplateId }) => areBothSetOrUnset(codeChannelId, codeTemplateId), {
    path: ['codeTemplateId'],
    message: '短信通道和短信模板须同时选择',
  })
  .refine(({ noticeChannelId, noticeTemplateId }) => areBothSetOrUnset(noticeChannelId, noticeTemplateId), {
    path: ['noticeTemplateId'],
    message: '短信通道和短信模板须同时选择',
  })

const groups = z
  .array(z.enum(NOTICE_GROUPS, '请选择通知的类别'))
  .max(NOTICE_GROUPS.length, `最多选择 ${NOTICE_GROUPS.length} 个类别`)
  .default([])

/** Notification preferences: the groups of notices that an account also gets by e-mail and text message. */
export const noticePreferencesForm = z.object({ email: groups, sms: groups })

/** A channel to the account: `isOpen`, the program can send through it; `address` of the account, '' for none. */
const reach = z.object({ isOpen: z.boolean(), address: z.string() })
const noticePreferences = z.object({
  email: z.array(z.enum(NOTICE_GROUPS)),
  sms: z.array(z.enum(NOTICE_GROUPS)),
  ways: z.object({ email: reach, sms: reach }),
})
export type NoticePreferences = z.output<typeof noticePreferences>

const manage = menu(MENU.account)

/**
 * Messages that the program itself sends: phone codes, and notices to accounts that want them. Beyond the documents.
 */
export const systemMessageOperations = withAreaTitles({ systemMessage: '系统消息', noticeWish: '通知设置' })({
  /** Only for super administrators: the choices include all sites. */
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
    output: undocumentedOutput(systemMessageSettings),
    success: '保存成功',
    stale: ['systemMessage.settings', 'noticeWish.read'],
  }),
  'noticeWish.read': query({
    method: 'GET',
    path: cms('notice/wish'),
    title: '我的通知方式',
    access: session,
    input: none,
    output: noticePreferences,
  }),
  'noticeWish.save': mutation({
    method: 'POST',
    path: cms('notice/save-wish'),
    title: '保存我的通知方式',
    access: session,
    input: noticePreferencesForm,
    output: nothing,
    success: '保存成功',
    stale: ['noticeWish.read'],
  }),
})
