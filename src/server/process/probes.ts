import { timingSafeEqual } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { collectDefaultMetrics, Gauge } from 'prom-client'
import type { ServerDeps } from '../deps.ts'
import { countConnections, healthConnection } from '../db/connect.ts'
import { engineOf } from '../db/dialect.ts'
import { COPY_PROBLEM, isServerCopy } from '../db/serverCopy.ts'
import { newerThanSupported, isBehind, readMigrationState } from '../db/migration/migrate.ts'
import { notFound } from '../http/response.ts'
import { findBucketProblems, describeProblems } from '../storage/s3/problems.ts'
import { OWNER_DOUBTS } from '../storage/storeLease.ts'
import { storesOf } from '../storage/stores.ts'
import { lifecycleOf } from '../observe/lifecycle.ts'
import type { Metrics } from '../observe/metrics.ts'
import { metricsOf } from '../observe/metricsOf.ts'
import { wakeUps } from '../wakeUps.ts'
import { skewProblems } from './databaseClock.ts'

/** A part that does not respond within this time counts as unavailable. */
const PROBE_TIMEOUT_MS = 2000
/** Probe results are cached for this long, so that frequent requests cost nothing. */
const CACHE_MS = 500
/** A key without a file, to test whether the store responds. */
const NO_KEY = 'content/00/ready'

/** How long the result of the bucket's rights check is cached, ms: the check writes an object. */
const RIGHTS_CACHE_MS = { well: 300_000, wrong: 5000 }

type Part = 'database' | 'migrations' | 'store'
interface Readiness {
  status: 'ready' | 'stopping' | 'failing'
  parts: Record<Part, boolean>
  /** Problems of the store and the clock, for people. */
  problems: string[]
}
type ProbeResult = Pick<Readiness, 'parts' | 'problems'>

/**
 * `/health`: the process runs. `/ready`: it may receive requests. `/metrics`: figures for Prometheus. All three are
 * outside the contract, in the form that load balancers and probes expect.
 */
export function serveProbes(app: FastifyInstance, deps: ServerDeps): void {
  const metrics = metricsOf(deps)
  const rights = createRightsCheck(deps)
  const parts = cacheFor(CACHE_MS, () => probe(deps, rights))
  let isGathering = false
  app.get('/health', async () => ({ status: 'ok' }))
  app.get('/ready', async (_request, reply) => {
    const readiness = await readReadiness(deps, parts)
    return reply.status(readiness.status === 'ready' ? 200 : 503).send(readiness)
  })
  app.get('/metrics', async (request, reply) => {
    if (!maySeeMetrics(request, deps.metricsToken)) throw notFound()
    if (!isGathering) registerGauges(metrics, deps)
    isGathering = true
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
}

async function readReadiness(deps: ServerDeps, known: () => Promise<ProbeResult>): Promise<Readiness> {
  const { parts, problems } = await known()
  const isStopping = lifecycleOf(deps).stopping.aborted
  const isWhole = Object.values(parts).every(Boolean)
  return {
    status: isStopping ? 'stopping' : isWhole ? 'ready' : 'failing',
    parts,
    problems,
  }
}

/** Cached result of the bucket's rights check. */
interface RightsCheck {
  findProblems(): Promise<string[]>
  /** Drops the cached result after a failed call. */
  invalidate(): void
}

function createRightsCheck({ s3, clock }: ServerDeps): RightsCheck {
  let known: { at: number; problems: string[] } | null = null
  return {
    invalidate: () => (known = null),
    findProblems: async () => {
      if (!s3) return []
      const now = clock.now().getTime()
      const holdsMs = known?.problems.length === 0 ? RIGHTS_CACHE_MS.well : RIGHTS_CACHE_MS.wrong
      if (!known || Math.abs(now - known.at) >= holdsMs)
        known = { at: now, problems: describeProblems(await findBucketProblems(s3)) }
      return known.problems
    },
  }
}

const TIMEOUT_PROBLEM = ['文件存储响应超时']
/** With less free space nothing can be saved, bytes. */
const MIN_FREE_BYTES = 256 * 1024

/** Checks the disk of the data folder, which receives uploads and holds the embedded database. */
async function diskProblems({ dataDir }: ServerDeps): Promise<string[]> {
  const { bavail, bsize } = await statfs(dataDir)
  return bavail * bsize < MIN_FREE_BYTES ? [`磁盘已满：数据目录 ${dataDir} 所在的磁盘空间不足，请清理后重试`] : []
}

async function probe(deps: ServerDeps, rights: RightsCheck): Promise<ProbeResult> {
  const db = healthConnection(deps.db)
  const stores = storesOf(deps)
  const hasFile = stores.then(({ blobs }) => blobs.has(NO_KEY))
  const [database, migrations, answers, lacking, full, doubt, isCopy] = await Promise.all([
    withTimeout(
      sql`select 1`.execute(db).then(() => true),
      false,
    ),
    withTimeout(
      readMigrationState(db).then((at) => !isBehind(at) && newerThanSupported(at, engineOf(db)).length === 0),
      false,
    ),
    withTimeout(
      hasFile.then(() => true),
      false,
    ),
    withTimeout(rights.findProblems(), TIMEOUT_PROBLEM),
    withTimeout(diskProblems(deps), []),
    withTimeout(
      stores.then(({ lease }) => lease.doubt),
      null,
    ),
    withTimeout(isServerCopy(db), false),
  ])
  if (!answers) rights.invalidate()
  const problems = [...full, ...(answers || lacking.length > 0 ? lacking : TIMEOUT_PROBLEM)]
  const store = problems.length === 0
  // Doubts about the store's owner and a wrong clock are reported, but do not make the server unready.
  const told = [
    ...problems,
    ...(doubt ? [OWNER_DOUBTS[doubt]] : []),
    ...(isCopy ? [COPY_PROBLEM] : []),
    ...skewProblems(deps.clock),
  ]
  return { parts: { database, migrations, store }, problems: told }
}

/** The result of the work; `otherwise` when it fails or takes too long. */
async function withTimeout<T>(work: Promise<T>, otherwise: T): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>()
  const timer = setTimeout(() => resolve(otherwise), PROBE_TIMEOUT_MS)
  try {
    return await Promise.race([work.catch(() => otherwise), promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Caches the result of `ask` for `ms` milliseconds. */
function cacheFor<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let held: { at: number; answer: Promise<T> } | null = null
  return () => {
    if (!held || performance.now() - held.at > ms) held = { at: performance.now(), answer: ask() }
    return held.answer
  }
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
/** Headers of proxies: a request with one of them does not originate from this machine. */
const FORWARDED = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via']

/** Allows requests with the token; without a configured token only from this machine. */
function maySeeMetrics({ headers, raw }: FastifyRequest, token: string | undefined): boolean {
  if (!token) return LOOPBACK.has(raw.socket.remoteAddress ?? '') && FORWARDED.every((name) => !headers[name])
  const given = Buffer.from(headers.authorization?.replace(/^bearer\s+/i, '') ?? '')
  const wanted = Buffer.from(token)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** Registers metrics that are collected on request: process, queue, pool, sessions. */
function registerGauges({ registry }: Metrics, deps: ServerDeps): void {
  const { clock } = deps
  const db = healthConnection(deps.db)
  collectDefaultMetrics({ register: registry })
  const gauges = [
    new Gauge({
      name: 'sitecraft_jobs',
      help: 'Jobs that wait or run, in all processes',
      labelNames: ['kind', 'state'] as const,
      registers: [],
      async collect() {
        this.reset()
        for (const { kind, state, count } of await jobCounts(db)) this.set({ kind, state }, count)
      },
    }),
    new Gauge({
      name: 'sitecraft_job_oldest_wait_seconds',
      help: 'How long the oldest waiting job has been waiting',
      registers: [],
      async collect() {
        const first = db.selectFrom('job').where('state', '=', 'queued').select('createTime').orderBy('id').limit(1)
        const row = await first.executeTakeFirst()
        this.set(row ? Math.max(0, clock.now().getTime() - row.createTime) / 1000 : 0)
      },
    }),
    new Gauge({
      name: 'sitecraft_database_connections',
      help: 'Connections of the pool to the database, and calls that wait for one',
      labelNames: ['state'] as const,
      registers: [],
      collect() {
        const { total, idle, waiting } = countConnections(deps.db)
        this.set({ state: 'total' }, total)
        this.set({ state: 'idle' }, idle)
        this.set({ state: 'waiting' }, waiting)
      },
    }),
    new Gauge({
      name: 'sitecraft_database_listening',
      help: '1: notifications of other processes arrive (LISTEN), 0: the server polls for changes',
      registers: [],
      collect() {
        this.set(wakeUps(deps).isListening ? 1 : 0)
      },
    }),
    new Gauge({
      name: 'sitecraft_sessions',
      help: 'Valid sessions',
      registers: [],
      async collect() {
        const held = db.selectFrom('session').where('expireTime', '>', clock.now().getTime())
        this.set((await held.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count)
      },
    }),
  ]
  for (const gauge of gauges) registry.registerMetric(gauge)
}

const jobCounts = (db: ServerDeps['db']) =>
  db
    .selectFrom('job')
    .where('state', 'in', ['queued', 'running'])
    .select((eb) => ['kind', 'state', eb.fn.countAll<number>().as('count')])
    .groupBy(['kind', 'state'])
    .execute()
