import type { Kysely } from 'kysely'
import type { ServerDeps } from '#server/deps.ts'
import { queueOnTime } from '#server/jobs/queue.ts'
import { engineOf } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import { markPowerCut } from './ahead.ts'
import type { Outcome, OutgoingRow, RecipientRow } from './sender.ts'

type Db = Kysely<Database>

/** Title in the list of jobs. */
export const SENDING = '发送邮件和短信'

/** Delays between attempts at one recipient, ms; after the last attempt the recipient has failed. */
const PAUSES_MS = [60_000, 300_000, 1_800_000, 7_200_000, 21_600_000]
/** Delay before the provider is first asked for a delivery receipt, ms. */
const RECEIPT_MS = 20_000
/** On PostgreSQL another process may be sending. After this time the attempt counts as interrupted, ms. */
const LOST_MS = 900_000

/** Starts sending now instead of at the next poll. Must not run in a transaction. */
export const sendSoon = (deps: ServerDeps): Promise<void> => queueOnTime(deps, 'channel.send', SENDING)

/** Messages that are due, longest waiting first. */
export const dueMessages = (db: Db, now: number): Promise<OutgoingRow[]> =>
  db
    .selectFrom('outgoing')
    .selectAll()
    .where('state', 'in', ['waiting', 'sending'])
    .where('nextTime', '<=', now)
    .orderBy('nextTime')
    .orderBy('id')
    .limit(50)
    .execute()

export const anythingDue = async (db: Db, now: number): Promise<boolean> =>
  (await db
    .selectFrom('outgoing')
    .select('id')
    .where('state', 'in', ['waiting', 'sending'])
    .where('nextTime', '<=', now)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** The recipient's columns after an attempt. */
export function afterAttempt({ attempts }: Pick<RecipientRow, 'attempts'>, outcome: Outcome, now: number) {
  const { is, message } = outcome
  const pause = PAUSES_MS[attempts - 1]
  const over = is === 'later' && pause === undefined
  const waits = is === 'hold' || (is === 'later' && !over)
  return {
    state: waits ? 'waiting' : over ? 'failed' : is,
    message: over ? `多次重试后仍然失败：${message}` : is === 'hold' ? '' : message,
    receiptId: is === 'sent' ? (outcome.receiptId ?? '') : '',
    askTime: is === 'sent' && outcome.receiptId ? now + RECEIPT_MS : 0,
    nextTime: is === 'later' ? now + (pause ?? 0) : 0,
    attempts: is === 'hold' ? attempts - 1 : attempts,
  } as const
}

const LOST = '发送时程序中断，可能已经送达'

/** Marks recipients as doubtful whose attempt was interrupted by the end of the process. They are not sent to again. */
export async function markLost(db: Db, now: number): Promise<void> {
  await markPowerCut(db, LOST)
  const rows = await db
    .updateTable('outgoing_recipient')
    .set({ state: 'doubtful', message: LOST })
    .where('state', '=', 'sending')
    .$if(engineOf(db) === 'postgres', (lost) => lost.where('tryTime', '<', now - LOST_MS))
    .returning('outgoingId')
    .execute()
  for (const id of new Set(rows.map(({ outgoingId }) => outgoingId))) await saveCounts(db, id)
}

const SENT = ['sent', 'delivered'] as const
const FAILED = ['failed', 'undelivered'] as const

/** Updates the message's totals from its recipients. */
export async function saveCounts(db: Db, outgoingId: number): Promise<{ open: number; nextTime: number }> {
  const rows = await db
    .selectFrom('outgoing_recipient')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count'), eb.fn.min('nextTime').as('nextTime')])
    .where('outgoingId', '=', outgoingId)
    .groupBy('state')
    .execute()
  const of = (...states: readonly string[]): number =>
    rows.reduce((sum, row) => sum + (states.includes(row.state) ? row.count : 0), 0)
  await db
    .updateTable('outgoing')
    .set({ sent: of(...SENT), failed: of(...FAILED), doubtful: of('doubtful') })
    .where('id', '=', outgoingId)
    .execute()
  return {
    open: of('waiting', 'sending'),
    nextTime: rows.find(({ state }) => state === 'waiting')?.nextTime ?? 0,
  }
}
