import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import Fastify from 'fastify'
import pg from 'pg'
import { pino } from 'pino'
import { connect } from '#server/db/connect.ts'
import { type ServerDeps, systemClock } from '#server/deps.ts'
import { ownerlessJob, queueOwnerlessJob } from '#server/jobs/queue.ts'
import { startJobs } from '#server/jobs/runner.ts'
import { startListening } from '#server/wakeUps.ts'
import { type OwnCluster, startCluster, whyNoPostgres } from '#tests/integration/server/harness/postgres.ts'

/** SITECRAFT_BENCH_JOBS sets another number of jobs for a trial. */
const JOBS = Number(process.env['SITECRAFT_BENCH_JOBS'] ?? 10_000)
const SINGLE = 50
/** A folder with graphile-worker in node_modules; without it only our queue is measured. */
const PEER = process.env['SITECRAFT_BENCH_WORKER'] ?? ''

/** A queue with one worker whose jobs do nothing. */
interface Queue {
  name: string
  /** Adds this number of jobs while the worker is off. */
  fill(count: number): Promise<void>
  begin(onDone: () => void): Promise<void>
  /** Adds one job while the worker waits. */
  add(): Promise<void>
  end(): Promise<void>
}

async function ours(url: string): Promise<Queue> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'sitecraft-bench-queue-'))
  const db = await connect({ dataDir, databaseUrl: url })
  const log = pino({ level: 'silent' })
  const paths = { dataDir, resourcesDir: dataDir, corsOrigins: [], trustedProxies: [], publicUrl: null }
  const deps: ServerDeps = { db, log, clock: systemClock, listenUrl: url, ...paths }
  const app = Fastify()
  const job = { kind: 'statics.build', title: 'bench', siteId: 1, input: {} } as const
  return {
    name: 'the table job and its runner',
    async fill(count) {
      for (let at = 0; at < count; at += 1000)
        await db
          .insertInto('job')
          .values(Array.from({ length: Math.min(1000, count - at) }, () => ownerlessJob(job, new Date())))
          .execute()
    },
    async begin(onDone) {
      startListening(app, deps)
      startJobs(app, deps, {
        'statics.build': async (_deps, running) => {
          await running.finish(async () => 0)
          onDone()
        },
      })
      await app.listen({ host: '127.0.0.1', port: 0 })
    },
    add: () => queueOwnerlessJob(deps, job),
    async end() {
      await app.close()
      await db.destroy()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The used part of graphile-worker's API. */
interface Worker {
  run(options: object): Promise<{ addJob(name: string, payload: object): Promise<unknown>; stop(): Promise<void> }>
  runMigrations(options: object): Promise<void>
  Logger: new (factory: () => () => void) => object
}

async function graphile(url: string): Promise<Queue> {
  const entry = createRequire(path.join(PEER, 'package.json')).resolve('graphile-worker')
  const worker = (await import(pathToFileURL(entry).href)) as Worker
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  pool.on('error', () => undefined)
  const logger = new worker.Logger(() => () => undefined)
  await worker.runMigrations({ pgPool: pool, logger })
  let runner: Awaited<ReturnType<Worker['run']>> | undefined
  return {
    name: 'graphile-worker, one job at a time',
    fill: async (count) =>
      void (await pool.query(`select graphile_worker.add_job('nothing', '{}'::json) from generate_series(1, $1::int)`, [
        count,
      ])),
    async begin(onDone) {
      const taskList = { nothing: async () => onDone() }
      runner = await worker.run({
        pgPool: pool,
        logger,
        concurrency: 1,
        noHandleSignals: true,
        pollInterval: 5000,
        taskList,
      })
    },
    add: async () => void (await runner?.addJob('nothing', {})),
    async end() {
      await runner?.stop()
      await pool.end()
    },
  }
}

const TICKS_PER_SECOND = 100
/** User and system time in clock ticks from /proc/<pid>/stat, optionally with ended children. Linux only. */
function ticksOf(pid: number, isParent: boolean): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [user, system, childUser, childSystem] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number)
  return (user ?? 0) + (system ?? 0) + (isParent ? (childUser ?? 0) + (childSystem ?? 0) : 0)
}

/** CPU seconds of PostgreSQL with all its processes. */
function databaseCpu(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
  const ticks = children.reduce((sum, child) => sum + ticksOf(child, false), ticksOf(pid, true))
  return ticks / TICKS_PER_SECOND
}

async function readCommits(url: string): Promise<number> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ many: string }>(
    'select xact_commit as many from pg_stat_database where datname = current_database()',
  )
  await client.end()
  return Number(rows[0]?.many)
}

/** Runs both measurements on a new database. Wall times need a quiet machine; CPU and commits are always meaningful. */
async function measure(cluster: OwnCluster, make: (url: string) => Promise<Queue>): Promise<void> {
  const url = await cluster.createDatabase()
  const queue = await make(url)
  await queue.fill(JOBS)
  let done = 0
  let expectedJobs = JOBS
  let reached = Promise.withResolvers<void>()
  const [before, cpuBefore, beganCommits] = [process.cpuUsage(), databaseCpu(cluster.pid()), await readCommits(url)]
  const began = performance.now()
  await queue.begin(() => {
    done += 1
    if (done >= expectedJobs) reached.resolve()
  })
  await reached.promise
  const ms = performance.now() - began
  const { user, system } = process.cpuUsage(before)
  const databaseSeconds = databaseCpu(cluster.pid()) - cpuBefore
  const times: number[] = []
  for (let count = 0; count < SINGLE; count++) {
    reached = Promise.withResolvers<void>()
    expectedJobs += 1
    const at = performance.now()
    await queue.add()
    await reached.promise
    times.push(performance.now() - at)
  }
  await queue.end()
  const perJob = ((await readCommits(url)) - beganCommits) / expectedJobs
  const middle = times.toSorted((a, b) => a - b)[SINGLE >> 1] ?? 0
  console.log(`${queue.name}: ${JOBS} jobs`)
  console.log(`  ${Math.round((JOBS / ms) * 1000)} jobs/s, one alone ${middle.toFixed(1)} ms (median of ${SINGLE})`)
  const [here, there] = [(user + system) / JOBS, (databaseSeconds * 1e6) / JOBS]
  console.log(
    `  per job: ${here.toFixed(0)} µs of CPU here, ${there.toFixed(0)} µs in PostgreSQL, ${perJob.toFixed(1)} commits`,
  )
}

/** Compares the job queue with another library on the same PostgreSQL. */
export async function queue(): Promise<void> {
  const missing = whyNoPostgres()
  if (missing) return console.log(`queue: skipped, ${missing}`)
  const cluster = await startCluster()
  try {
    await measure(cluster, ours)
    if (PEER) await measure(cluster, graphile)
    else console.log('graphile-worker: skipped, SITECRAFT_BENCH_WORKER is not set')
  } finally {
    await cluster.stop()
  }
}
