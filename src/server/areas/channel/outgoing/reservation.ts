import { readFileSync } from 'node:fs'
import { uptime } from 'node:os'
import type { Kysely } from 'kysely'
import { engineOf } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'

type Db = Kysely<Database>

const BOOT_TIME_PRECISION_MS = 120_000
/** Largest id; PostgreSQL refuses to compare an int column with a larger number. */
const LAST_ID = 2 ** 31 - 1

/**
 * Identifies the current boot of the machine, to detect a power cut. Outside Linux, the boot time serves as the
 * identifier.
 */
export function readBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return `since ${Math.round((Date.now() - uptime() * 1000) / BOOT_TIME_PRECISION_MS)}`
  }
}

/**
 * Records on disk that the next `count` recipients may be sent to, so that sending need not wait for a disk flush per
 * recipient. A killed process loses no states of recipients, only a power cut does. Recipients with a larger id than
 * the returned one wait for the next turn. PostgreSQL flushes each state and needs no reservation.
 */
export async function reserveRecipients(db: Db, outgoingId: number, count: number, now: number): Promise<number> {
  if (engineOf(db) === 'postgres') return LAST_ID
  const next = await db
    .selectFrom('outgoing_recipient')
    .select('id')
    .where('outgoingId', '=', outgoingId)
    .where('state', '=', 'waiting')
    .where('nextTime', '<=', now)
    .orderBy('id')
    .limit(count)
    .execute()
  const aheadTo = next.at(-1)?.id ?? 0
  await db.updateTable('outgoing').set({ aheadTo, aheadBy: readBootId() }).where('id', '=', outgoingId).execute()
  return aheadTo
}

/** Ends the reservation after a turn. The write is flushed, and with it the states of all recipients. */
export async function endReservation(db: Db, outgoingId: number): Promise<void> {
  if (engineOf(db) === 'sqlite')
    await db.updateTable('outgoing').set({ aheadTo: 0 }).where('id', '=', outgoingId).execute()
}

/** After a power cut, recipient states that were not flushed are lost: the reserved recipients become doubtful. */
export async function markDoubtfulAfterPowerCut(db: Db, message: string): Promise<void> {
  if (engineOf(db) === 'postgres') return
  const interrupted = await db
    .selectFrom('outgoing')
    .select(['id', 'aheadTo', 'aheadBy'])
    .where('aheadTo', '>', 0)
    .execute()
  const bootId = readBootId()
  for (const { id, aheadTo, aheadBy } of interrupted) {
    if (aheadBy !== bootId)
      await db
        .updateTable('outgoing_recipient')
        .set({ state: 'doubtful', message })
        .where('outgoingId', '=', id)
        .where('state', '=', 'waiting')
        .where('id', '<=', aheadTo)
        .execute()
    await endReservation(db, id)
  }
}
