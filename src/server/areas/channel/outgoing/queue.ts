import type { Kysely } from 'kysely'
import type { ServerDeps } from '#server/deps.ts'
import { queueScheduled } from '#server/jobs/queue.ts'
import { engineOf } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import { markDoubtfulAfterPowerCut } from './reservation.ts'
import type { Outcome, OutgoingRow, RecipientRow } from './sender.ts'

type Db = Kysely<Database>

/** Title in the list of jobs. */
export const SENDING_TITLE = '发送邮件和短信'

/** Delays between attempts at one recipient, ms; after the last attempt the recipient has failed. */
const RETRY_DELAYS_MS = [60_000, 300_000, 1_800_000, 7_200_000, 21_600_000]
/** Delay before the provider is first asked for a delivery receipt, ms. */
const RECEIPT_DELAY_MS = 20_000
/** On PostgreSQL another process may be sending. After this time the attempt counts as interrupted, ms. */
const ATTEMPT_TIMEOUT_MS = 900_000

/** Starts sending now instead of at the next poll. Must not run in a transaction. */
export const queueSending = (deps: ServerDeps): Promise<void> => queueScheduled(deps, 'channel.send', SENDING_TITLE)

/** Messages that are due, longest waiting first. */
export const findDueMessages = (db: Db, now: number): Promise<OutgoingRow[]> =>
  db
    .selectFrom('outgoing')
    .selectAll()
    .where('state', 'in', ['waiting', 'sending'])
    .where('nextTime', '<=', now)
    .orderBy('nextTime')
    .orderBy('id')
    .limit(50)
    .execute()

export const hasDueMessages = async (db: Db, now: number): Promise<boolean> =>
  (await db
    .selectFrom('outgoing')
    .select('id')
    .where('state', 'in', ['waiting', 'sending'])
    .where('nextTime', '<=', now)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** The recipient's columns after an attempt. */
export function toStateAfterAttempt({ attempts }: Pick<RecipientRow, 'attempts'>, outcome: Outcome, now: number) {
  const { is, message } = outcome
  const delayMs = RETRY_DELAYS_MS[attempts - 1]
  const hasFailed = is === 'later' && delayMs === undefined
  const isWaiting = is === 'hold' || (is === 'later' && !hasFailed)
  return {
    state: isWaiting ? 'waiting' : hasFailed ? 'failed' : is,
    message: hasFailed ? `多次重试后仍然失败：${message}` : is === 'hold' ? '' : message,
    receiptId: is === 'sent' ? (outcome.receiptId ?? '') : '',
    askTime: is === 'sent' && outcome.receiptId ? now + RECEIPT_DELAY_MS : 0,
    nextTime: is === 'later' ? now + (delayMs ?? 0) : 0,
    attempts: is === 'hold' ? attempts - 1 : attempts,
  } as const
}

const INTERRUPTED_TEXT = '发送时程序中断，可能已经送达'

/** Marks recipients as doubtful whose attempt was interrupted by the end of the process. They are not sent to again. */
export async function markInterrupted(db: Db, now: number): Promise<void> {
  await markDoubtfulAfterPowerCut(db, INTERRUPTED_TEXT)
  const rows = await db
    .updateTable('outgoing_recipient')
    .set({ state: 'doubtful', message: INTERRUPTED_TEXT })
    .where('state', '=', 'sending')
    .$if(engineOf(db) === 'postgres', (lost) => lost.where('tryTime', '<', now - ATTEMPT_TIMEOUT_MS))
    .returning('outgoingId')
    .execute()
  for (const id of new Set(rows.map(({ outgoingId }) => outgoingId))) await saveCounts(db, id)
}

const SENT_STATES = ['sent', 'delivered'] as const
const FAILED_STATES = ['failed', 'undelivered'] as const

/** Updates the message's totals from its recipients. */
export async function saveCounts(db: Db, outgoingId: number): Promise<{ open: number; nextTime: number }> {
  const rows = await db
    .selectFrom('outgoing_recipient')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count'), eb.fn.min('nextTime').as('nextTime')])
    .where('outgoingId', '=', outgoingId)
    .groupBy('state')
    .execute()
  const countStates = (...states: readonly string[]): number =>
    rows.reduce((sum, row) => sum + (states.includes(row.state) ? row.count : 0), 0)
  await db
    .updateTable('outgoing')
    .set({
      sent: countStates(...SENT_STATES),
      failed: countStates(...FAILED_STATES),
      doubtful: countStates('doubtful'),
    })
    .where('id', '=', outgoingId)
    .execute()
  return {
    open: countStates('waiting', 'sending'),
    nextTime: rows.find(({ state }) => state === 'waiting')?.nextTime ?? 0,
  }
}
