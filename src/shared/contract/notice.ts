import { z } from 'zod'
import { withAreaTitles, cms, mutation, query, session } from './define.ts'
import { dateTime, flag, idList, none, nothing, paged, paging, within } from './fields.ts'

/** Retention of notices in days, and their maximum number per account. */
export const NOTICE_RETENTION_DAYS = 90
export const MAX_NOTICES = 1000

/** Reasons of a notice. */
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

/** Groups of kinds that share one notification preference. */
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
 * tasks: the list of waiting tasks; entry: the entry's form; mails, documents: the message; inbox: the message of a
 * site; webhooks: their list; signIns: the account's sign-ins. contentId holds a message's id.
 */
const NOTICE_TARGETS = ['tasks', 'entry', 'mails', 'documents', 'inbox', 'signIns', 'webhooks'] as const
export type NoticeTarget = (typeof NOTICE_TARGETS)[number]

/** A notice to an account. */
export const notice = z.object({
  id: z.number(),
  kind: z.enum(NOTICE_KINDS),
  title: z.string(),
  body: z.string(),
  place: z.enum(NOTICE_TARGETS),
  siteId: z.number(),
  /** Address of the target screen; '' if the target is deleted. */
  path: z.string(),
  isRead: z.boolean(),
  createDate: dateTime,
})
export type Notice = z.output<typeof notice>

/** Changes of an account's notices. */
const noticeUpdate = z.object({
  /** Id of the newest notice; 0 for none. */
  last: z.number(),
  unread: z.number(),
  /** Notices newer than the known one, oldest first, at most 10. */
  news: z.array(notice),
})
export type NoticeUpdate = z.output<typeof noticeUpdate>

/** Maximum timeout of `notice.wait`, ms: shorter than the timeout of usual proxies. */
const MAX_WAIT_MS = 25_000

const stale = ['notice.page', 'notice.count'] as const

/** Notices of the calling account; nobody can read those of other accounts. */
export const noticeOperations = withAreaTitles({ notice: '通知' })({
  /**
   * Long poll: returns when the account's notices differ from the known state, or after timeoutMs. `after` -1: at once,
   * without news.
   */
  'notice.wait': query({
    method: 'POST',
    path: cms('notice/wait'),
    title: '等待通知',
    access: session,
    background: true,
    input: z.object({
      after: within('编号', -1, Number.MAX_SAFE_INTEGER),
      unread: within('未读数', 0, 1_000_000).default(0),
      timeoutMs: within('等待时间', 0, MAX_WAIT_MS).default(0),
    }),
    output: noticeUpdate,
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
  /** Newest first. */
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
    title: '将通知设为已读',
    access: session,
    input: z.object({ idList }),
    output: nothing,
    stale,
  }),
  'notice.markAllRead': mutation({
    method: 'POST',
    path: cms('notice/markAllRead'),
    title: '将全部通知设为已读',
    access: session,
    input: none,
    output: nothing,
    stale,
  }),
})
