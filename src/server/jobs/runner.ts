import type { FastifyInstance } from 'fastify'
import type { JobKind } from '#shared/contract/job.ts'
import { AppError } from '#shared/errors/index.ts'
import type { ServerDeps } from '../deps.ts'
import { perServer } from '#server/hints.ts'
import { COPY_REASON, isServerCopy, SENDING_JOBS } from '../db/serverCopy.ts'
import { queryTimeout } from '../db/queryTimeout.ts'
import { metricsOf } from '../observe/metricsOf.ts'
import { toAppError } from '../http/response.ts'
import { wakeUps } from '../wakeUps.ts'
import {
  renewLease,
  claimJob,
  endJob,
  releaseJob,
  HEARTBEAT_MS,
  type JobRow,
  hasExpiredLease,
  saveProgress,
  markDone,
  setWaitReason,
  MAX_ATTEMPTS,
  clearLeases,
} from './store.ts'
import type { JobWorks, RunningJob } from '../http/jobWork.ts'

/** Interval of polling for jobs of dead processes, and, while LISTEN does not work, for all jobs. */
const POLL_MS = 5000
/** Every 12th poll scans all jobs, even while LISTEN notifications arrive. */
const FULL_POLL_EVERY = 12
/** Timeout of one query of a job, which may read whole sites. */
const JOB_QUERY_TIMEOUT_MS = 600_000
/** Progress is written at most this often, because each write reaches the disk. */
const PROGRESS_THROTTLE_MS = 200

const cancelledError = (): AppError => new AppError('cancelled', '已取消')

/** Runs queued jobs of its kinds, one after the other. */
class JobRunner {
  readonly #deps: ServerDeps
  readonly #works: JobWorks
  readonly #kinds: readonly JobKind[]
  #busy: Promise<void> | null = null
  #again = false
  #stopping = false

  constructor(deps: ServerDeps, works: JobWorks) {
    this.#deps = deps
    this.#works = works
    this.#kinds = Object.keys(works) as JobKind[]
  }

  get kinds(): readonly JobKind[] {
    return this.#kinds
  }

  /** Polls for jobs now. */
  wake(): void {
    this.#again = true
    if (this.#stopping || this.#busy || this.#kinds.length === 0) return
    this.#busy = this.#drain()
      .catch((err: unknown) => this.#deps.log.error({ err }, 'polling for jobs failed'))
      .finally(() => {
        this.#busy = null
        if (this.#again) this.wake()
      })
  }

  /** Stops at the next step of the running job, which continues at the next start. */
  async stop(): Promise<void> {
    this.#stopping = true
    await this.#busy
  }

  async #drain(): Promise<void> {
    this.#again = false
    while (!this.#stopping) {
      const row = await claimJob(this.#deps.db, await this.#allowedKinds())
      if (!row) return
      await this.#run(row)
    }
  }

  /** A copy leaves jobs that send messages in the queue, with the reason. */
  async #allowedKinds(): Promise<readonly JobKind[]> {
    const { db } = this.#deps
    const sending = this.#kinds.filter((kind) => SENDING_JOBS.includes(kind))
    if (sending.length === 0 || !(await isServerCopy(db))) return this.#kinds
    await setWaitReason(db, sending, COPY_REASON)
    return this.#kinds.filter((kind) => !sending.includes(kind))
  }

  async #run(row: JobRow): Promise<void> {
    const { db, log, clock } = this.#deps
    const { jobWait, jobTime } = metricsOf(this.#deps)
    const { kind } = row
    jobWait.observe({ kind }, Math.max(0, this.#now() - row.createTime) / 1000)
    const began = performance.now()
    const ended = (outcome: string) => jobTime.observe({ kind, outcome }, (performance.now() - began) / 1000)
    const work = this.#works[row.kind]
    const endHeart = clock.every(HEARTBEAT_MS, () => void this.#beat(row))
    try {
      if (row.cancelAsked) throw cancelledError()
      if (!work || row.attempts > MAX_ATTEMPTS) throw new AppError('internal', '任务多次中断，未能完成，请重新开始')
      await queryTimeout.run(JOB_QUERY_TIMEOUT_MS, () => work(this.#deps, this.#running(row)))
      ended('done')
    } catch (thrown) {
      const error = toAppError(thrown)
      ended(error.code === 'cancelled' ? 'cancelled' : 'failed')
      if (error.code === 'cancelled' && this.#stopping) return await releaseJob(db, row)
      if (error.code !== 'cancelled') log.error({ err: thrown, job: row.id, kind: row.kind }, 'a job failed')
      const state = error.code === 'cancelled' ? 'cancelled' : 'failed'
      await endJob(db, row, { state, message: error.message, now: this.#now() })
    } finally {
      endHeart()
    }
  }

  /** Renews the lease between reports. A job that another process took over ends at its next step. */
  async #beat(row: JobRow): Promise<void> {
    await renewLease(this.#deps.db, row).catch((err: unknown) =>
      this.#deps.log.warn({ err, job: row.id }, 'no heartbeat'),
    )
  }

  #running(row: JobRow): RunningJob {
    const { db } = this.#deps
    let saidAt = -Infinity
    return {
      id: row.id,
      input: JSON.parse(row.input),
      accountId: row.accountId,
      username: row.username,
      report: async (progress, message) => {
        if (this.#stopping) throw cancelledError()
        if (performance.now() - saidAt < PROGRESS_THROTTLE_MS) return
        saidAt = performance.now()
        if (!(await saveProgress(db, row, { progress, message }))) throw cancelledError()
      },
      finish: async (change) => {
        await db.transaction().execute(async (tx) => {
          if (!(await markDone(tx, row, this.#now()))) throw cancelledError()
          const resultId = await change(tx)
          await tx.updateTable('job').set({ resultId }).where('id', '=', row.id).execute()
        })
      },
    }
  }

  #now(): number {
    return this.#deps.clock.now().getTime()
  }
}

/**
 * Kinds that share a separate queue; all other kinds share one. Short scheduled work never waits for a long job; static
 * pages, archives and messages neither wait for copies of sites nor delay them.
 */
const QUEUES: readonly (readonly JobKind[])[] = [
  ['content.schedule', 'statics.schedule', 'approval.remind', 'site.deployOnTime'],
  ['statics.build', 'statics.clean'],
  ['site.deploy'],
  ['site.deployCheck'],
  ['site.export', 'site.import'],
  ['server.backup'],
  ['channel.send'],
  ['channel.receipts'],
  ['webhook.send'],
  ['contentImport.read', 'contentImport.run'],
]
/** Runners of a queue, where one job may wait long for something outside; absent: 1. */
const RUNNERS: Partial<Record<JobKind, number>> = { 'site.deploy': 4 }
const queueOf = (kind: JobKind): number => QUEUES.findIndex((kinds) => kinds.includes(kind))

const runners = perServer(() => ({ lanes: [] as readonly JobRunner[] }))

/** Runs jobs while the server listens. */
export function startJobs(app: FastifyInstance, deps: ServerDeps, works: JobWorks): void {
  const lane = (queue: number): JobRunner =>
    new JobRunner(
      deps,
      Object.fromEntries(Object.entries(works).filter(([kind]) => queueOf(kind as JobKind) === queue)),
    )
  const runnersOf = (queue: number): number => Math.max(...(QUEUES[queue] ?? []).map((kind) => RUNNERS[kind] ?? 1), 1)
  const lanes = [-1, ...QUEUES.keys()].flatMap((queue) => Array.from({ length: runnersOf(queue) }, () => lane(queue)))
  runners(deps).lanes = lanes
  const wake = (): void => lanes.forEach((runner) => runner.wake())
  const notifications = wakeUps(deps)
  let polls = 0
  const poll = (): void => {
    polls += 1
    if (!notifications.isListening || polls % FULL_POLL_EVERY === 0) return wake()
    hasExpiredLease(deps.db).then(
      (isAny) => isAny && wake(),
      (err: unknown) => deps.log.error({ err }, 'polling for jobs failed'),
    )
  }
  const ends: (() => void)[] = []
  app.addHook('onListen', async () => {
    await clearLeases(deps.db)
    for (const lane of lanes) for (const kind of lane.kinds) ends.push(notifications.on('job', kind, () => lane.wake()))
    wake()
    ends.push(deps.clock.every(POLL_MS, poll))
  })
  app.addHook('onClose', async () => {
    for (const end of ends) end()
    await Promise.all(lanes.map((runner) => runner.stop()))
  })
}

/** Releases running jobs at their next step, for other processes or the next start. */
export const stopJobs = (deps: ServerDeps): Promise<unknown> =>
  Promise.all(runners(deps).lanes.map((runner) => runner.stop()))

/** Wakes the runner of this kind, in this process directly and in other processes by a notification of the database. */
export const wakeJobs = (deps: ServerDeps, kind: JobKind): void => wakeUps(deps).wake('job', [kind])
