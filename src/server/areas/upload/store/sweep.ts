import type { FastifyInstance } from 'fastify'
import { CompiledQuery, type Kysely, sql } from 'kysely'
import { engineOf } from '#server/db/dialect.ts'
import { NOTIFY } from '#server/db/listen.ts'
import { SWEEP_SETTING } from '#server/db/sweepSetting.ts'
import { readSetting } from '#server/db/settings.ts'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import { storesOf } from '#server/storage/stores.ts'
import { RENEW_MS, type StoreLease } from '#server/storage/storeLease.ts'
import { findOrphans, isImplausible, removeOrphans, readStoreTime } from '#server/storage/sweep.ts'
import { wakeUps } from '#server/wakeUps.ts'
import { DAY_MS } from '#shared/util/dates.ts'

const RENEWAL_REQUESTED = 'knock'
const RENEWED = 'owned'

/**
 * Renews the lease of this database on the store. The local store is checked before the first call; a bucket, which may
 * be unreachable then, with the first maintenance. A starting process asks the others on the same database to renew at
 * once, because PostgreSQL notifications don't reach processes on a copy.
 */
export function startLeaseRenewal(app: FastifyInstance, deps: ServerDeps): void {
  if (deps.isReadOnly) return
  const { db, clock, log } = deps
  const notifications = wakeUps(deps)
  const notifyProcesses = async (word: string): Promise<void> => {
    if (engineOf(db) === 'postgres') await db.executeQuery(CompiledQuery.raw(NOTIFY, [`store:${word}`]))
  }
  const withLease = async (work: (lease: StoreLease) => Promise<void>): Promise<void> => {
    await work((await storesOf(deps)).lease).catch((err: unknown) =>
      log.warn({ err }, 'the owner of the store could not be asked'),
    )
  }
  const checkLease = (): Promise<void> =>
    withLease(async (lease) => {
      await lease.refresh()
      if (lease.standing === 'unsettled') await notifyProcesses(RENEWAL_REQUESTED)
    })
  const answerRequest = (): Promise<void> =>
    withLease(async (lease) => {
      if (lease.standing === null && (await lease.renew()) === null) await notifyProcesses(RENEWED)
    })
  const renewUnsettled = (): Promise<void> =>
    withLease(async (lease) => {
      if (lease.standing === 'unsettled') await lease.renew()
    })
  const stopCallbacks: (() => void)[] = []
  if (!deps.s3) app.addHook('onReady', checkLease)
  app.addHook('onListen', async () => {
    stopCallbacks.push(
      notifications.on('store', RENEWAL_REQUESTED, () => void answerRequest()),
      notifications.on('store', RENEWED, () => void renewUnsettled()),
      clock.every(RENEW_MS, () => void withLease(async (lease) => void (await lease.renew()))),
    )
    void checkLease()
  })
  app.addHook('onClose', async () => {
    for (const end of stopCallbacks) end()
  })
}

/** Once a day, in one process: removes unreferenced bytes older than a day from the store. */
export async function sweepStore(deps: ServerDeps): Promise<void> {
  const { db, log, clock } = deps
  const { blobs, lease } = await storesOf(deps)
  if (lease.standing !== null || !(await claimDailyRun(db, clock.now().getTime()))) return
  const now = await readStoreTime(blobs)
  const figures = await findOrphans({ db, blobs, now })
  const { objects, orphans } = figures
  if (isImplausible(figures)) {
    log.warn({ objects, orphans: orphans.length }, 'most of the store is unreferenced: nothing was removed')
    return
  }
  const removed = await removeOrphans({ db, blobs }, orphans)
  if (removed.count > 0) log.info({ objects, ...removed }, 'removed unreferenced bytes of the store')
}

/** Claims the daily run; false: not due, or claimed by another process. */
async function claimDailyRun(db: Kysely<Database>, now: number): Promise<boolean> {
  const last = await readSetting(db, SWEEP_SETTING)
  const since = last === null ? await readInstallTime(db) : Number(last)
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
  const claim = db.updateTable('setting').set({ value }).where('name', '=', SWEEP_SETTING).where('value', '=', last)
  return (await claim.returning('name').executeTakeFirst()) !== undefined
}

/** Installation time of the database, ms. */
async function readInstallTime(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ first: string }>`select min(timestamp) as first from kysely_migration`.execute(db)
  return Date.parse(rows[0]?.first ?? '') || 0
}
