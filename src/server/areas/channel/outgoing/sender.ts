import type { RowOf } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import { port } from '#server/port.ts'

export type OutgoingRow = RowOf<'outgoing'>
export type RecipientRow = RowOf<'outgoing_recipient'>

/**
 * How one attempt ended. later: it may go well another time; failed: it never will; doubtful: the answer was lost after
 * everything had been sent; hold: nothing of the message can be sent as it is (the sign-in is refused).
 */
export type Outcome =
  | { is: 'sent'; message: string; receiptId?: string }
  | { is: 'skipped' | 'failed' | 'doubtful' | 'later'; message: string }
  | { is: 'hold'; message: string }

/** A channel that is open for one message. */
export interface OpenChannel {
  /** So many recipients at a time. */
  lanes: number
  /** `lane`: 0 to lanes - 1; one at a time in each. Never throws. */
  send: (recipient: RecipientRow, lane: number) => Promise<Outcome>
  close: () => void
}

/** Why a message can't be sent now: `hold` until a person looks at it, or later by itself. */
export class ChannelRefusal extends Error {
  readonly hold: boolean
  constructor(message: string, hold: boolean) {
    super(message)
    this.hold = hold
  }
}

export interface Sender {
  /** Messages that the channel takes per minute. */
  perMinute: (deps: ServerDeps, message: OutgoingRow) => Promise<number>
  /**
   * @param former what was open for another message of the channel, and is closed afterwards: its connections may be taken over
   * @throws ChannelRefusal
   */
  open: (deps: ServerDeps, message: OutgoingRow, former?: OpenChannel) => Promise<OpenChannel>
}

/** What sends each kind of message: e-mail and text messages register themselves. */
export const senders = { email: port<Sender>('e-mail'), sms: port<Sender>('text messages') }
