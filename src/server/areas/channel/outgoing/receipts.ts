import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { saveCounts } from './queue.ts'
import type { RecipientRow } from './sender.ts'

type Db = Kysely<Database>

/** After this time a provider reports nothing new about a message, ms. */
const LAST_MS = 72 * 3_600_000
/** Polling interval for one message, ms: equal to the message's age, within these limits. */
const SHORTEST_MS = 30_000
const LONGEST_MS = 6 * 3_600_000
/** Rows per poll. */
const ROUND = 500

export const anyReceiptDue = async (db: Db, now: number): Promise<boolean> =>
  (await db
    .selectFrom('outgoing_recipient')
    .select('id')
    .where('askTime', '>', 0)
    .where('askTime', '<=', now)
    .limit(1)
    .executeTakeFirst()) !== undefined

export interface AwaitedRow extends Pick<RecipientRow, 'id' | 'outgoingId' | 'address' | 'receiptId' | 'tryTime'> {
  channelId: number
}

/** Sent messages whose receipt is due to be polled, longest waiting first. */
export const awaitedReceipts = (db: Db, now: number): Promise<AwaitedRow[]> =>
  db
    .selectFrom('outgoing_recipient as r')
    .innerJoin('outgoing', 'outgoing.id', 'r.outgoingId')
    .select(['r.id', 'r.outgoingId', 'r.address', 'r.receiptId', 'r.tryTime', 'outgoing.channelId'])
    .where('r.askTime', '>', 0)
    .where('r.askTime', '<=', now)
    .orderBy('r.askTime')
    .limit(ROUND)
    .execute()

export type Receipt = { state: 'delivered' } | { state: 'undelivered'; message: string } | { state: 'later' | 'never' }

/** Saves a delivery receipt, unless the message is being resent meanwhile. */
export async function saveReceipt(db: Db, row: AwaitedRow, receipt: Receipt, now: number): Promise<void> {
  const { state } = receipt
  const age = now - row.tryTime
  const wait = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, age))
  const known = state === 'delivered' || state === 'undelivered'
  await db
    .updateTable('outgoing_recipient')
    .set({
      askTime: known || state === 'never' || age > LAST_MS ? 0 : now + wait,
      ...(known && { state, message: state === 'undelivered' ? receipt.message : '' }),
    })
    .where('id', '=', row.id)
    .where('receiptId', '=', row.receiptId)
    .where('state', '=', 'sent')
    .execute()
}

/** Updates the totals of the messages these rows belong to. */
export async function countAgain(db: Db, rows: readonly AwaitedRow[]): Promise<void> {
  for (const id of new Set(rows.map(({ outgoingId }) => outgoingId))) await saveCounts(db, id)
}
