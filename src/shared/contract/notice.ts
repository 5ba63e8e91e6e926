import { z } from 'zod'
import { areas, cms, mutation, query, session } from './define.ts'
import { dateTime, flag, idList, none, nothing, paged, paging, within } from './fields.ts'

/** Notices are kept so many days, and of one account so many. */
export const NOTICE_DAYS = 90
export const MAX_NOTICES = 1000

/** Why somebody is told. */
const NOTICE_KINDS = [
  'task',
  'step',
  'agreed',
  'refused',
  'withdrawn',
  'rejected',
  'forwarded',
  'reminder',
  'takeover',
  'scheduleFailed',
  'mail',
  'document',
  'inbox',
  'signIn',
  'webhookOff',
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** Kinds that are wished for together. */
export const NOTICE_GROUPS = ['approval', 'content', 'message', 'signIn'] as const
export type NoticeGroup = (typeof NOTICE_GROUPS)[number]
export const GROUP_OF_NOTICE: Readonly<Record<NoticeKind, NoticeGroup>> = {
  task: 'approval',
  step: 'approval',
  agreed: 'approval',
  refused: 'approval',
  withdrawn: 'approval',
  reminder: 'approval',
  rejected: 'content',
  forwarded: 'content',
  takeover: 'content',
  scheduleFailed: 'content',
  mail: 'message',
  document: 'message',
  inbox: 'message',
  signIn: 'signIn',
  webhookOff: 'message',
}

/**
 * tasks: the list of what waits for the account; entry: the entry's form; mails, documents: the message; inbox: the
 * message of a site; webhooks: their list; signIns: one's own sign-ins. A message's id stands in contentId.
 */
const NOTICE_TARGETS = ['tasks', 'entry', 'mails', 'documents', 'inbox', 'signIns', 'webhooks'] as const
export type NoticeTarget = (typeof NOTICE_TARGETS)[number]

/** Something that the account is told. */
export const notice = z.object({
  id: z.number(),
  kind: z.enum(NOTICE_KINDS),
  title: z.string(),
  body: z.string(),
  place: z.enum(NOTICE_TARGETS),
  siteId: z.number(),
  /** Address of the screen that it leads to; '' when that is gone. */
  path: z.string(),
  isRead: z.boolean(),
  createDate: dateTime,
})
export type Notice = z.output<typeof notice>

/** What has changed for an account. */
const noticeNews = z.object({
  /** Id of its newest notice; 0 for none. */
  last: z.number(),
  unread: z.number(),
  /** The newest that came after the one that was known, the oldest first; 10 at most. */
  news: z.array(notice),
})
export type NoticeNews = z.output<typeof noticeNews>

/** Longest that `notice.wait` may be asked to wait, ms: below the patience of proxies. */
const LONGEST_WAIT = 25_000

const stale = ['notice.page', 'notice.count'] as const

/** Notices of the account that calls; nobody reads those of others. */
export const noticeOperations = areas({ notice: '通知' })({
  /** Answers as soon as the account's notices differ from what is known, or after timeoutMs. `after` -1: at once, without news. */
  'notice.wait': query({
    method: 'POST',
    path: cms('notice/wait'),
    title: '等待通知',
    access: session,
    background: true,
    input: z.object({
      after: within('编号', -1, Number.MAX_SAFE_INTEGER),
      unread: within('未读数', 0, 1_000_000).default(0),
      timeoutMs: within('等待时间', 0, LONGEST_WAIT).default(0),
    }),
    output: noticeNews,
  }),
  'notice.count': query({
    method: 'GET',
    path: cms('notice/count'),
    title: '未读通知数量',
    access: session,
    background: true,
    input: none,
    output: z.object({ unread: z.number() }),
  }),
  /** The newest first. */
  'notice.page': query({
    method: 'POST',
    path: cms('notice/page'),
    title: '通知列表',
    access: session,
    input: paging({ unreadOnly: flag }),
    output: paged(notice),
  }),
  'notice.markRead': mutation({
    method: 'POST',
    path: cms('notice/markRead'),
    title: '标记通知为已读',
    access: session,
    input: z.object({ idList }),
    output: nothing,
    stale,
  }),
  'notice.markAllRead': mutation({
    method: 'POST',
    path: cms('notice/markAllRead'),
    title: '标记全部通知为已读',
    access: session,
    input: none,
    output: nothing,
    stale,
  }),
})
