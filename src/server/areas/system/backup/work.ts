import { z } from 'zod'
import type { Kysely } from 'kysely'
import { backup } from '#server/backup/backup.ts'
import { createBackupName, removeOld } from '#server/backup/store.ts'
import { transactionLock } from '#server/db/locks.ts'
import type { Database } from '#server/db/schema.ts'
import { readSetting, saveSetting } from '#server/db/settings.ts'
import { asAppError } from '#server/http/answer.ts'
import type { JobWork, RunningJob } from '#server/http/jobWork.ts'
import { lastMoment, type Plan } from '#server/jobs/moments.ts'
import { type BackupRules, backupRules } from '#shared/contract/backup.ts'
import { AppError } from '#shared/errors/index.ts'
import { backupStore, blockReason } from './kept.ts'

type Db = Kysely<Database>

const RULES = 'backup.rules'
const LAST = 'backup.last'

const keptRules = backupRules.extend({
  /** When they were saved: nothing before is made up for. */ savedAt: z.number().default(0),
})
const last = z.object({ begun: z.number(), ended: z.number(), ok: z.boolean(), message: z.string() })
type LastTry = z.output<typeof last>

export async function rulesOf(db: Db): Promise<z.output<typeof keptRules>> {
  const text = await readSetting(db, RULES)
  return keptRules.parse(text === null ? {} : JSON.parse(text))
}
export const saveRules = (db: Db, rules: BackupRules, savedAt: number): Promise<void> =>
  saveSetting(db, RULES, JSON.stringify({ ...rules, savedAt }))

export async function lastTry(db: Db): Promise<LastTry | null> {
  const text = await readSetting(db, LAST)
  return text === null ? null : last.parse(JSON.parse(text))
}

export const planOf = ({ every, time, weekday }: BackupRules): Plan => ({ every, time, weekdays: [weekday], hours: 24 })

/** Was there a planned time after the plan was saved and after the last backup started? */
export async function isDue(db: Db, now: number): Promise<boolean> {
  const rules = await rulesOf(db)
  if (!rules.isOn) return false
  const moment = lastMoment(planOf(rules), new Date(now)).getTime()
  return moment > rules.savedAt && moment > ((await lastTry(db))?.begun ?? 0)
}

const input = z.object({ asked: z.literal(true).optional() })
/** Interval of progress reports, which renew the job's lease. */
const SAY_MS = 1000

/**
 * Job: makes a backup, then removes the oldest ones beyond the retention limit. The start is recorded under a lock,
 * so that only one of two processes makes a due backup.
 */
export const makeBackup: JobWork = async (deps, job) => {
  const { asked = false } = input.parse(job.input)
  const begun = deps.clock.now().getTime()
  if (!(await begin(deps.db, { asked, begun }))) return job.finish(async () => 0)
  const end = (ok: boolean, message: string): Promise<void> =>
    noteTry(deps.db, { begun, ended: deps.clock.now().getTime(), ok, message })
  const store = await backupStore(deps)
  const refusal = await blockReason(deps, store)
  if (refusal) {
    await end(false, refusal.message)
    throw refusal
  }
  const name = createBackupName(deps.clock.now())
  let isMade = false
  try {
    await store.removeBroken()
    await job.report(1, '正在备份')
    await whileSaying(job, () =>
      store
        .add(name, async (dir) => void (await backup({ dataDir: deps.dataDir, s3: deps.s3 ?? null, db: deps.db }, dir)))
        .then(() => (isMade = true)),
    )
    await job.finish(async (db) => {
      await noteTry(db, { begun, ended: deps.clock.now().getTime(), ok: true, message: '' })
      return 0
    })
  } catch (error) {
    // Cancelled while the backup was made; it may be complete.
    if (isMade) await store.remove(name).catch(() => undefined)
    const { code, message } = asAppError(error)
    await end(false, code === 'cancelled' ? '已取消' : message)
    throw error
  }
  await removeOld(store, (await rulesOf(deps.db)).keep, name)
}

const noteTry = (db: Db, outcome: LastTry): Promise<void> => saveSetting(db, LAST, JSON.stringify(outcome))

async function begin(db: Db, { asked, begun }: { asked: boolean; begun: number }): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await transactionLock(tx, 'backup')
    if (!asked && !(await isDue(tx, begun))) return false
    await noteTry(tx, { begun, ended: 0, ok: false, message: '上次备份未完成：服务器在备份期间停止' })
    return true
  })
}

/** Reports progress while the work runs. A cancelled job ends after the work, whose result is discarded. */
async function whileSaying(job: RunningJob, work: () => Promise<unknown>): Promise<void> {
  let refused: unknown = null
  const timer = setInterval(() => {
    job.report(50, '正在备份').catch((error: unknown) => (refused ??= error))
  }, SAY_MS)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  if (refused) throw refused instanceof AppError ? refused : new AppError('cancelled', '已取消', { cause: refused })
}
