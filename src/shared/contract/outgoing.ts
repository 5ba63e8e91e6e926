import { z } from 'zod'
import { parseDateTime } from '../util/dates.ts'
import { dateTime, id, paging } from './fields.ts'

/** C·§4 (contradictions.md 109): send at once, or at a set time. */
export const SEND_NOW = 1
export const SEND_ON_DATE = 2
/** Maximum number of recipients of a message. */
export const MAX_RECIPIENTS = 100_000
/** Maximum number of days until a scheduled message is sent. */
export const MAX_SEND_DELAY_DAYS = 366

/**
 * State of a message: waiting for its time or its turn, being sent, paused by an account or for `reason`, finished, or
 * cancelled.
 */
export const OUTGOING_STATES = ['waiting', 'sending', 'paused', 'done', 'cancelled'] as const
export type OutgoingState = (typeof OUTGOING_STATES)[number]

/**
 * State at one recipient. doubtful: the connection or the program ended before the response, so the message may have
 * arrived; skipped: not to be sent (unsubscribed, daily limit); delivered, undelivered: according to the receipt.
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

/** Progress of a message; `reason` says why it is paused, otherwise ''. */
export const outgoingProgress = z.object({
  state: z.enum(OUTGOING_STATES),
  reason: z.string(),
  total: z.number(),
  /** Accepted by the server, delivered ones included. */
  sent: z.number(),
  /** Rejected permanently, or undelivered according to the receipt. */
  failed: z.number(),
  doubtful: z.number(),
})

export const outgoingRecipient = z.object({
  id: z.number(),
  /** Masked for callers who may not see members' contacts. */
  address: z.string(),
  name: z.string(),
  state: z.enum(RECIPIENT_STATES),
  /** The server's message; '' for none. */
  message: z.string(),
  attempts: z.number(),
  /** Time of the last attempt; '' before the first. */
  sendTime: dateTime,
})
export type OutgoingRecipient = z.output<typeof outgoingRecipient>

/**
 * C·§4: sendType 1 sends at once, any other value at sendTime. Input is a text, output epoch milliseconds; 0 for at
 * once.
 */
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

/** Parses a form's `sendTime` to epoch milliseconds; 0: at once, null: invalid. */
export const parseSendTime = (form: { sendType: number; sendTime: string }): number | null =>
  form.sendType === SEND_NOW ? 0 : parseDateTime(form.sendTime)

/** Reports an issue if a scheduled message has no valid time. */
export function requireSendTime(form: { sendType: number; sendTime: string }, context: z.RefinementCtx): void {
  if (form.sendType === SEND_ON_DATE && parseDateTime(form.sendTime) === null)
    context.addIssue({ code: 'custom', path: ['sendTime'], message: '请选择发送时间' })
}

/** Members as recipients, in addition to entered addresses. */
export const memberChoice = {
  memberIds: z.array(id).max(10_000, '一次最多选择 10000 个会员，请改选会员组').default([]),
  groupIds: z.array(id).max(100, '最多选择 100 个会员组').default([]),
  levelIds: z.array(id).max(100, '最多选择 100 个会员等级').default([]),
}

export const OUTGOING_ACTIONS = ['pause', 'resume', 'cancel'] as const
export const outgoingAction = z.object({ id, action: z.enum(OUTGOING_ACTIONS, '请选择操作') })

export const recipientPage = paging({ id, state: z.enum(RECIPIENT_STATES).optional() })
