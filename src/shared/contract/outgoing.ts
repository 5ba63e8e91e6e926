import { z } from 'zod'
import { momentOf } from '../util/dates.ts'
import { dateTime, id, paging } from './fields.ts'

/** C·§4 (contradictions.md 109): at once, or on a date. */
export const SEND_NOW = 1
export const SEND_ON_DATE = 2
/** Most recipients of one message. */
export const MAX_RECIPIENTS = 100_000
/** Most days that a message can wait for its date. */
export const SEND_DAYS = 366

/**
 * What becomes of a message: waiting for its date or its turn, being sent, held by a person or by what `reason` says, over,
 * or called off.
 */
export const OUTGOING_STATES = ['waiting', 'sending', 'paused', 'done', 'cancelled'] as const
export type OutgoingState = (typeof OUTGOING_STATES)[number]

/**
 * What becomes of it at one recipient. doubtful: the connection or the program ended before the answer came, it may have
 * arrived; skipped: it was not to be sent (unsubscribed, limit of a day); delivered, undelivered: the receipt says so.
 */
export const RECIPIENT_STATES = [
  'waiting',
  'sending',
  'sent',
  'delivered',
  'undelivered',
  'failed',
  'doubtful',
  'skipped',
  'cancelled',
] as const
export type RecipientState = (typeof RECIPIENT_STATES)[number]

/** How far a message is; `reason` says why it stands still, '' when it doesn't. */
export const outgoingProgress = z.object({
  state: z.enum(OUTGOING_STATES),
  reason: z.string(),
  total: z.number(),
  /** Taken by the server, delivered ones included. */
  sent: z.number(),
  /** Refused for good, and those whose receipt says that they did not arrive. */
  failed: z.number(),
  doubtful: z.number(),
})

export const outgoingRecipient = z.object({
  id: z.number(),
  /** Masked for who may not see the contacts of members. */
  address: z.string(),
  name: z.string(),
  state: z.enum(RECIPIENT_STATES),
  /** The server's own words; '' for none. */
  message: z.string(),
  attempts: z.number(),
  /** Of the last attempt; '' before. */
  sendTime: dateTime,
})
export type OutgoingRecipient = z.output<typeof outgoingRecipient>

/** C·§4: sendType 1 sends at once, any other one on a date; the time is there only then. Given as text, answered as epoch milliseconds; 0 for at once. */
export const sendTiming = {
  sendType: z.coerce
    .number('请选择发送方式')
    .transform((type) => (type === SEND_NOW ? SEND_NOW : SEND_ON_DATE))
    .default(SEND_NOW),
  sendTime: z
    .string()
    .trim()
    .nullish()
    .transform((typed) => typed ?? ''),
}

/** The moment of a form's `sendTime`; null: it is none. */
export const sendMoment = (form: { sendType: number; sendTime: string }): number | null =>
  form.sendType === SEND_NOW ? 0 : momentOf(form.sendTime)

/** Adds the issue of a missing date. */
export function needsMoment(form: { sendType: number; sendTime: string }, context: z.RefinementCtx): void {
  if (form.sendType === SEND_ON_DATE && momentOf(form.sendTime) === null)
    context.addIssue({ code: 'custom', path: ['sendTime'], message: '请选择发送时间' })
}

/** Members that get it, besides those typed in by hand. */
export const memberChoice = {
  memberIds: z.array(id).max(10_000, '一次最多选择 10000 个会员，请改选会员组').default([]),
  groupIds: z.array(id).max(100, '最多选择 100 个会员组').default([]),
  levelIds: z.array(id).max(100, '最多选择 100 个会员等级').default([]),
}

export const OUTGOING_ACTIONS = ['pause', 'resume', 'cancel'] as const
export const outgoingAction = z.object({ id, action: z.enum(OUTGOING_ACTIONS, '请选择操作') })

export const recipientPage = paging({ id, state: z.enum(RECIPIENT_STATES).optional() })
