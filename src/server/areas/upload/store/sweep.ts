import { type Kysely, sql } from 'kysely'
import { SWEEP_SETTING } from '#server/db/sweepSetting.ts'
import { readSetting } from '#server/db/settings.ts'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import { storesOf } from '#server/storage/stores.ts'
import { claimStore, takeStore } from '#server/storage/storeOwner.ts'
import { findOrphans, isImplausible, removeOrphans, storeTime } from '#server/storage/sweep.ts'
import { DAY_MS } from '#shared/util/dates.ts'

/** A store on this machine says from the start whose it is; a bucket, which may be out of reach then, with the first upkeep. */
export async function claimDisk(deps: ServerDeps): Promise<void> {
  if (deps.s3 || deps.isReadOnly) return
  const { blobs } = await storesOf(deps)
  await claimStore({ db: deps.db, blobs }).catch((err: unknown) =>
    deps.log.warn({ err }, 'the store could not be marked as this database’s'),
  )
}

/** Once a day, in one of the processes: removes bytes of the store that no row names and that are more than a day old. */
export async function sweepStore(deps: ServerDeps): Promise<void> {
  const { db, log, clock } = deps
  const { blobs } = await storesOf(deps)
  await claimStore({ db, blobs })
  if (!(await takeTurn(db, clock.now().getTime()))) return
  const now = await storeTime(blobs)
  const doubt = await takeStore({ db, blobs }, { now, force: false })
  if (doubt) {
    log.warn({ doubt }, 'another database uses the store, or a later state of this one: nothing was removed')
    return
  }
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
