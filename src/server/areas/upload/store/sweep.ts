import type { FastifyInstance } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { SWEEP_SETTING } from '#server/db/sweepSetting.ts'
import { readSetting } from '#server/db/settings.ts'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import { storesOf } from '#server/storage/stores.ts'
import { RENEW_MS } from '#server/storage/storeLease.ts'
import { findOrphans, isImplausible, removeOrphans, storeTime } from '#server/storage/sweep.ts'
import { DAY_MS } from '#shared/util/dates.ts'

/**
 * Says again and again that the store is this database's. One on this machine is asked before the first call; a bucket, which
 * may be out of reach then, with the first upkeep.
 */
export function holdStore(app: FastifyInstance, deps: ServerDeps): void {
  if (deps.isReadOnly) return
  const renew = async (): Promise<void> => {
    const { lease } = await storesOf(deps)
    await lease.renew().catch((err: unknown) => deps.log.warn({ err }, 'the owner of the store could not be asked'))
  }
  let end: (() => void) | undefined
  if (!deps.s3) app.addHook('onReady', renew)
  app.addHook('onListen', async () => {
    end = deps.clock.every(RENEW_MS, () => void renew())
  })
  app.addHook('onClose', async () => end?.())
}

/** Once a day, in one of the processes: removes bytes of the store that no row names and that are more than a day old. */
export async function sweepStore(deps: ServerDeps): Promise<void> {
  const { db, log, clock } = deps
  const { blobs, lease } = await storesOf(deps)
  if (lease.standing !== null || !(await takeTurn(db, clock.now().getTime()))) return
  const now = await storeTime(blobs)
  const figures = await findOrphans({ db, blobs, now })
  const { objects, orphans } = figures
  if (isImplausible(figures)) {
    log.warn({ objects, orphans: orphans.length }, 'most of the store is named by no row: nothing was removed')
    return
  }
  const removed = await removeOrphans({ db, blobs }, orphans)
  if (removed.count > 0) log.info({ objects, ...removed }, 'removed bytes of the store that no row names')
}

/** Takes the turn of a day; false: it is not time yet, or another process has it. */
async function takeTurn(db: Kysely<Database>, now: number): Promise<boolean> {
  const last = await readSetting(db, SWEEP_SETTING)
  const since = last === null ? await firstStart(db) : Number(last)
  if (now - since < DAY_MS) return false
  const value = String(now)
  if (last === null) {
    const begun = db.insertInto('setting').values({ name: SWEEP_SETTING, value })
    return (
      (await begun
        .onConflict((c) => c.doNothing())
        .returning('name')
        .executeTakeFirst()) !== undefined
    )
  }
  const mine = db.updateTable('setting').set({ value }).where('name', '=', SWEEP_SETTING).where('value', '=', last)
  return (await mine.returning('name').executeTakeFirst()) !== undefined
}

/** When the tables were made, ms. */
async function firstStart(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ first: string }>`select min(timestamp) as first from kysely_migration`.execute(db)
  return Date.parse(rows[0]?.first ?? '') || 0
}
