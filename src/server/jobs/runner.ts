import type { FastifyInstance } from 'fastify'
import type { JobKind } from '#shared/contract/job.ts'
import { AppError } from '#shared/errors/index.ts'
import type { ServerDeps } from '../deps.ts'
import { perServer } from '#server/hints.ts'
import { COPY_REASON, isServerCopy, SENDING_JOBS } from '../db/serverCopy.ts'
import { queryTime } from '../db/queryTime.ts'
import { metricsOf } from '../observe/metricsOf.ts'
import { asAppError } from '../http/answer.ts'
import { wakeUps } from '../wakeUps.ts'
import {
  beat,
  claimJob,
  endJob,
  releaseJob,
  HEARTBEAT_MS,
  type JobRow,
  isAnyLeft,
  saveProgress,
  markDone,
  noteReason,
  MAX_ATTEMPTS,
  takeOver,
} from './store.ts'
import type { JobWorks, RunningJob } from '../http/jobWork.ts'

/** How often jobs of processes that are gone are looked for, and those of other processes while these are not heard. */
const LOOK_MS = 5000
/** Each so many looks goes for all jobs also while the others are heard. */
const NET = 12
/** One query of a job may take so long: it goes through whole sites. */
const JOB_QUERY_MS = 600_000
/** Progress is written at most so often: each write reaches the disk, and files copy faster than that. */
const SAY_MS = 200

const cancelled = (): AppError => new AppError('cancelled', '已取消')

/** Does the jobs that this server has the work for, one after the other. */
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

  /** Looks for jobs now. */
  wake(): void {
    this.#again = true
    if (this.#stopping || this.#busy || this.#kinds.length === 0) return
    this.#busy = this.#drain()
      .catch((err: unknown) => this.#deps.log.error({ err }, 'looking for jobs failed'))
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
    await noteReason(db, sending, COPY_REASON)
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
      if (row.cancelAsked) throw cancelled()
      if (!work || row.attempts > MAX_ATTEMPTS) throw new AppError('internal', '任务多次中断，没有完成，请重新开始')
      await queryTime.run(JOB_QUERY_MS, () => work(this.#deps, this.#running(row)))
      ended('done')
    } catch (thrown) {
      const error = asAppError(thrown)
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
    await beat(this.#deps.db, row).catch((err: unknown) => this.#deps.log.warn({ err, job: row.id }, 'no heartbeat'))
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
        if (this.#stopping) throw cancelled()
        if (performance.now() - saidAt < SAY_MS) return
        saidAt = performance.now()
        if (!(await saveProgress(db, row, { progress, message }))) throw cancelled()
      },
      finish: async (change) => {
        await db.transaction().execute(async (tx) => {
          if (!(await markDone(tx, row, this.#now()))) throw cancelled()
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
 * Kinds that share a queue of their own, all others share one: short work that a clock asks for waits for no long job, and
 * static pages, archives and messages neither wait for copies of sites nor hold them up.
 */
const QUEUES: readonly (readonly JobKind[])[] = [
  ['content.schedule', 'statics.schedule', 'approval.remind'],
  ['statics.build', 'statics.clean'],
  ['site.deploy'],
  ['site.export', 'site.import'],
  ['server.backup'],
  ['channel.send'],
  ['channel.receipts'],
  ['webhook.send'],
  ['contentImport.read', 'contentImport.run'],
]
const queueOf = (kind: JobKind): number => QUEUES.findIndex((kinds) => kinds.includes(kind))

const runners = perServer(() => ({ lanes: [] as readonly JobRunner[] }))

/** Runs jobs from when the server listens until it closes. */
export function startJobs(app: FastifyInstance, deps: ServerDeps, works: JobWorks): void {
  const lane = (queue: number): JobRunner =>
    new JobRunner(
      deps,
      Object.fromEntries(Object.entries(works).filter(([kind]) => queueOf(kind as JobKind) === queue)),
    )
  const lanes = [-1, ...QUEUES.keys()].map(lane)
  runners(deps).lanes = lanes
  const wake = (): void => lanes.forEach((runner) => runner.wake())
  const heard = wakeUps(deps)
  let looks = 0
  const look = (): void => {
    looks += 1
    if (!heard.isListening || looks % NET === 0) return wake()
    isAnyLeft(deps.db).then(
      (isAny) => isAny && wake(),
      (err: unknown) => deps.log.error({ err }, 'looking for jobs failed'),
    )
  }
  const ends: (() => void)[] = []
  app.addHook('onListen', async () => {
    await takeOver(deps.db)
    for (const lane of lanes) for (const kind of lane.kinds) ends.push(heard.on('job', kind, () => lane.wake()))
    wake()
    ends.push(deps.clock.every(LOOK_MS, look))
  })
  app.addHook('onClose', async () => {
    for (const end of ends) end()
    await Promise.all(lanes.map((runner) => runner.stop()))
  })
}

/** Hands running jobs back at their next step, for other processes or the next start. */
export const stopJobs = (deps: ServerDeps): Promise<unknown> =>
  Promise.all(runners(deps).lanes.map((runner) => runner.stop()))

/** Tells this server's runner of the kind that there is a job; the database tells those of other processes. */
export const wakeJobs = (deps: ServerDeps, kind: JobKind): void => wakeUps(deps).wake('job', [kind])
