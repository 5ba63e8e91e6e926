import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { saveCounts } from './queue.ts'
import type { RecipientRow } from './sender.ts'

type Db = Kysely<Database>

/** After this time a provider reports nothing new about a message, ms. */
const RECEIPT_TIMEOUT_MS = 72 * 3_600_000
/** Polling interval for one message, ms: equal to the message's age, within these limits. */
const MIN_POLL_MS = 30_000
const MAX_POLL_MS = 6 * 3_600_000
/** Rows per poll. */
const MAX_POLL_ROWS = 500

export const hasDueReceipts = async (db: Db, now: number): Promise<boolean> =>
  (await db
    .selectFrom('outgoing_recipient')
    .select('id')
    .where('askTime', '>', 0)
    .where('askTime', '<=', now)
    .limit(1)
    .executeTakeFirst()) !== undefined

export interface DueReceipt extends Pick<RecipientRow, 'id' | 'outgoingId' | 'address' | 'receiptId' | 'tryTime'> {
  channelId: number
}

/** Sent messages whose receipt is due to be polled, longest waiting first. */
export const findDueReceipts = (db: Db, now: number): Promise<DueReceipt[]> =>
  db
    .selectFrom('outgoing_recipient as r')
    .innerJoin('outgoing', 'outgoing.id', 'r.outgoingId')
    .select(['r.id', 'r.outgoingId', 'r.address', 'r.receiptId', 'r.tryTime', 'outgoing.channelId'])
    .where('r.askTime', '>', 0)
    .where('r.askTime', '<=', now)
    .orderBy('r.askTime')
    .limit(MAX_POLL_ROWS)
    .execute()

export type Receipt = { state: 'delivered' } | { state: 'undelivered'; message: string } | { state: 'later' | 'never' }

/** Saves a delivery receipt, unless the message is being resent meanwhile. */
export async function saveReceipt(db: Db, row: DueReceipt, receipt: Receipt, now: number): Promise<void> {
  const { state } = receipt
  const age = now - row.tryTime
  const wait = Math.min(MAX_POLL_MS, Math.max(MIN_POLL_MS, age))
  const isFinal = state === 'delivered' || state === 'undelivered'
  await db
    .updateTable('outgoing_recipient')
    .set({
      askTime: isFinal || state === 'never' || age > RECEIPT_TIMEOUT_MS ? 0 : now + wait,
      ...(isFinal && { state, message: state === 'undelivered' ? receipt.message : '' }),
    })
    .where('id', '=', row.id)
    .where('receiptId', '=', row.receiptId)
    .where('state', '=', 'sent')
    .execute()
}

/** Updates the totals of the messages these rows belong to. */
export async function updateCounts(db: Db, rows: readonly DueReceipt[]): Promise<void> {
  for (const id of new Set(rows.map(({ outgoingId }) => outgoingId))) await saveCounts(db, id)
}
