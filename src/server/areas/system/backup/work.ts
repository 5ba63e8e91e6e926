import { z } from 'zod'
import type { Kysely } from 'kysely'
import { backup } from '#server/backup/backup.ts'
import { createBackupName, removeOldBackups } from '#server/backup/backupStore.ts'
import { acquireTransactionLock } from '#server/db/locks.ts'
import type { Database } from '#server/db/schema.ts'
import { readSetting, saveSetting } from '#server/db/settings.ts'
import { toAppError } from '#server/http/response.ts'
import type { JobWork, RunningJob } from '#server/http/jobWork.ts'
import { findLastPlanned, type RecurringPlan } from '#server/jobs/recurringPlan.ts'
import { type BackupRules, backupRules } from '#shared/contract/backup.ts'
import { AppError } from '#shared/errors/index.ts'
import { backupStore, findBlockReason } from './store.ts'

type Db = Kysely<Database>

const RULES_SETTING = 'backup.rules'
const LAST_SETTING = 'backup.last'

const storedRules = backupRules.extend({
  /** When they were saved: nothing before is made up for. */ savedAt: z.number().default(0),
})
const lastAttempt = z.object({ begun: z.number(), ended: z.number(), ok: z.boolean(), message: z.string() })
type BackupAttempt = z.output<typeof lastAttempt>

export async function readRules(db: Db): Promise<z.output<typeof storedRules>> {
  const text = await readSetting(db, RULES_SETTING)
  return storedRules.parse(text === null ? {} : JSON.parse(text))
}
export const saveRules = (db: Db, rules: BackupRules, savedAt: number): Promise<void> =>
  saveSetting(db, RULES_SETTING, JSON.stringify({ ...rules, savedAt }))

export async function readLastAttempt(db: Db): Promise<BackupAttempt | null> {
  const text = await readSetting(db, LAST_SETTING)
  return text === null ? null : lastAttempt.parse(JSON.parse(text))
}

export const toPlan = ({ every, time, weekday }: BackupRules): RecurringPlan => ({
  every,
  time,
  weekdays: [weekday],
  hours: 24,
})

/** Was there a planned time after the plan was saved and after the last backup started? */
export async function isDue(db: Db, now: number): Promise<boolean> {
  const rules = await readRules(db)
  if (!rules.isOn) return false
  const plannedTime = findLastPlanned(toPlan(rules), new Date(now)).getTime()
  return plannedTime > rules.savedAt && plannedTime > ((await readLastAttempt(db))?.begun ?? 0)
}

const input = z.object({ asked: z.literal(true).optional() })
/** Interval of progress reports, which renew the job's lease. */
const REPORT_MS = 1000

/**
 * Job: makes a backup, then removes the oldest ones beyond the retention limit. The start is recorded under a lock,
 * so that only one of two processes makes a due backup.
 */
export const makeBackup: JobWork = async (deps, job) => {
  const { asked = false } = input.parse(job.input)
  const begun = deps.clock.now().getTime()
  if (!(await tryStart(deps.db, { asked, begun }))) return job.finish(async () => 0)
  const end = (ok: boolean, message: string): Promise<void> =>
    saveAttempt(deps.db, { begun, ended: deps.clock.now().getTime(), ok, message })
  const store = await backupStore(deps)
  const refusal = await findBlockReason(deps, store)
  if (refusal) {
    await end(false, refusal.message)
    throw refusal
  }
  const name = createBackupName(deps.clock.now())
  let isMade = false
  try {
    await store.removeBroken()
    await job.report(1, '正在备份')
    await withProgress(job, () =>
      store
        .add(name, async (dir) => void (await backup({ dataDir: deps.dataDir, s3: deps.s3 ?? null, db: deps.db }, dir)))
        .then(() => (isMade = true)),
    )
    await job.finish(async (db) => {
      await saveAttempt(db, { begun, ended: deps.clock.now().getTime(), ok: true, message: '' })
      return 0
    })
  } catch (error) {
    // Cancelled while the backup was made; it may be complete.
    if (isMade) await store.remove(name).catch(() => undefined)
    const { code, message } = toAppError(error)
    await end(false, code === 'cancelled' ? '已取消' : message)
    throw error
  }
  await removeOldBackups(store, (await readRules(deps.db)).keep, name)
}

const saveAttempt = (db: Db, outcome: BackupAttempt): Promise<void> =>
  saveSetting(db, LAST_SETTING, JSON.stringify(outcome))

async function tryStart(db: Db, { asked, begun }: { asked: boolean; begun: number }): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await acquireTransactionLock(tx, 'backup')
    if (!asked && !(await isDue(tx, begun))) return false
    await saveAttempt(tx, { begun, ended: 0, ok: false, message: '上次备份未完成：服务器在备份期间停止' })
    return true
  })
}

/** Reports progress while the work runs. A cancelled job ends after the work, whose result is discarded. */
async function withProgress(job: RunningJob, work: () => Promise<unknown>): Promise<void> {
  let reportError: unknown = null
  const timer = setInterval(() => {
    job.report(50, '正在备份').catch((error: unknown) => (reportError ??= error))
  }, REPORT_MS)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  if (reportError)
    throw reportError instanceof AppError ? reportError : new AppError('cancelled', '已取消', { cause: reportError })
}
