import type { RowOf } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import { createPort } from '#server/port.ts'

export type OutgoingRow = RowOf<'outgoing'>
export type RecipientRow = RowOf<'outgoing_recipient'>

/**
 * Result of one attempt. later: to be retried; failed: permanent; doubtful: everything was sent, but the reply was
 * lost; hold: the whole message can't be sent (the sign-in is refused).
 */
export type Outcome =
  | { is: 'sent'; message: string; receiptId?: string }
  | { is: 'skipped' | 'failed' | 'doubtful' | 'later'; message: string }
  | { is: 'hold'; message: string }

/** A channel opened for one message. */
export interface OpenChannel {
  /** Number of parallel sends. */
  parallelSends: number
  /** `lane`: 0 to lanes - 1, one send at a time in each. Never throws. */
  send: (recipient: RecipientRow, lane: number) => Promise<Outcome>
  close: () => void
}

/** A message can't be sent now. `hold`: it is paused until a person acts; otherwise it is retried. */
export class ChannelRefusal extends Error {
  readonly hold: boolean
  constructor(message: string, hold: boolean) {
    super(message)
    this.hold = hold
  }
}

export interface Sender {
  /** The channel's limit of messages per minute. */
  perMinute: (deps: ServerDeps, message: OutgoingRow) => Promise<number>
  /**
   * Opens the channel for a message.
   * @param former the channel as opened for another message; it is closed afterwards, and its connections may be reused
   * @throws ChannelRefusal
   */
  open: (deps: ServerDeps, message: OutgoingRow, former?: OpenChannel) => Promise<OpenChannel>
}

/** The sender of each kind of message; e-mail and SMS register theirs here. */
export const senders = { email: createPort<Sender>('e-mail'), sms: createPort<Sender>('text messages') }
