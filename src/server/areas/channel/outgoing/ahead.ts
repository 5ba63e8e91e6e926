import { readFileSync } from 'node:fs'
import { uptime } from 'node:os'
import type { Kysely } from 'kysely'
import { engineOf } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'

type Db = Kysely<Database>

const STEP_MS = 120_000
/** The largest id of a column; PostgreSQL refuses to compare one with more. */
const LAST_ID = 2 ** 31 - 1

/** Names this run of the machine: it has another name after a power cut. Elsewhere than on Linux by its time of start. */
export function machineRun(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return `since ${Math.round((Date.now() - uptime() * 1000) / STEP_MS)}`
  }
}

/**
 * Says on the disk that the next `count` recipients may be sent to, so that it need not be waited for at each of them: that
 * costs more than sending. Marks of single recipients outlive a killed process all the same. Ids above the answer wait for
 * the next turn. PostgreSQL waits at each one.
 */
export async function goAhead(db: Db, outgoingId: number, count: number, now: number): Promise<number> {
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
  await db.updateTable('outgoing').set({ aheadTo, aheadBy: machineRun() }).where('id', '=', outgoingId).execute()
  return aheadTo
}

/** After a turn; waits for the disk, and so for the marks of all its recipients. */
export async function endAhead(db: Db, outgoingId: number): Promise<void> {
  if (engineOf(db) === 'sqlite')
    await db.updateTable('outgoing').set({ aheadTo: 0 }).where('id', '=', outgoingId).execute()
}

/** After a power cut: marks that were not on the disk are lost, so those to whom was being sent are doubtful. */
export async function markPowerCut(db: Db, message: string): Promise<void> {
  if (engineOf(db) === 'postgres') return
  const caught = await db.selectFrom('outgoing').select(['id', 'aheadTo', 'aheadBy']).where('aheadTo', '>', 0).execute()
  const run = machineRun()
  for (const { id, aheadTo, aheadBy } of caught) {
    if (aheadBy !== run)
      await db
        .updateTable('outgoing_recipient')
        .set({ state: 'doubtful', message })
        .where('outgoingId', '=', id)
        .where('state', '=', 'waiting')
        .where('id', '<=', aheadTo)
        .execute()
    await endAhead(db, id)
  }
}
