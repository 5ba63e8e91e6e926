import type { FastifyInstance } from 'fastify'
import { Kysely, sql } from 'kysely'
import { Counter } from 'prom-client'
import type { ApiName } from '#shared/contract/registry.ts'
import { databaseTrouble, engineOf, postgres } from '../db/dialect.ts'
import { Replica, Replicas } from '../db/replicas.ts'
import type { Database } from '../db/schema.ts'
import type { ServerDeps } from '../deps.ts'
import { perServer } from '../hints.ts'
import { metricsOf } from '../observe/metricsOf.ts'
import type { CallContext } from './context.ts'

/**
 * What may be read from a replica: lists and searches that read much, and write nothing. Whoever adds one looks whether
 * its handler reads by `ctx.db` alone. Sessions and rights are always the primary's.
 */
export const FROM_REPLICAS: ReadonlySet<ApiName> = new Set<ApiName>([
  'account.page',
  'approval.mine',
  'approval.taskList',
  'content.page',
  'content.publishStatistics',
  'content.recyclePage',
  'delivery.columns',
  'delivery.entries',
  'delivery.entry',
  'delivery.labels',
  'emailSend.page',
  'emailSend.recipients',
  'log.page',
  'member.page',
  'search.find',
  'smsMarketing.page',
  'smsMarketing.recipients',
])

const LOOK_MS = 1000
/** A replica further behind is left out, ms. */
export const REPLICA_LAG_MS = 10_000

const opened = perServer(() => ({ replicas: null as Replicas | null }))

/** The replicas of a server; null: none are named. */
export const replicasOf = (deps: ServerDeps): Replicas | null => opened(deps).replicas

const readsOf = perServer(
  () =>
    new Counter({
      name: 'sitecraft_replica_reads_total',
      help: 'Reads that a replica may answer: by a replica, by the primary because none is ready, because the caller knows of something newer, or because the replica failed',
      labelNames: ['by'] as const,
      registers: [],
    }),
)
type By = 'replica' | 'none-ready' | 'own-writes' | 'failed'

function readsCounter(deps: ServerDeps): Counter<'by'> {
  const counter = readsOf(deps)
  const { registry } = metricsOf(deps)
  if (!registry.getSingleMetric('sitecraft_replica_reads_total')) registry.registerMetric(counter)
  return counter
}

/** Watches the replicas from when the server listens until it closes, where some are named. */
export function startReplicas(app: FastifyInstance, deps: ServerDeps): void {
  const { replicaUrls = [], replicaLagMs = REPLICA_LAG_MS, db, log } = deps
  if (replicaUrls.length === 0 || engineOf(db) !== 'postgres') return
  const onIdleError = (err: Error): void => log.debug({ err }, 'an idle connection to a replica failed')
  const onChange = ({ name, state }: Replica, reason: string): void =>
    log.warn({ replica: name, state, reason }, state === 'ready' ? 'a replica is read' : 'a replica is left out')
  const all = replicaUrls.map(
    (url) => new Replica(url, new Kysely<Database>({ dialect: postgres(url, { onIdleError }) }), onChange),
  )
  const replicas = new Replicas(db, all, replicaLagMs)
  let looking: Promise<void> | null = null
  const look = (): void => {
    looking ??= replicas
      .look()
      .catch((err: unknown) => log.debug({ err }, 'replicas were not looked at'))
      .finally(() => (looking = null))
  }
  let end = (): void => {}
  app.addHook('onListen', async () => {
    opened(deps).replicas = replicas
    look()
    end = deps.clock.every(LOOK_MS, look)
  })
  app.addHook('onClose', async () => {
    end()
    await looking
    await replicas.close()
  })
}

/**
 * Reads from a replica where that is allowed, one is ready, and it has all that the caller knows of; else from the primary. What
 * fails on a replica is done again on the primary: it may be away, or lack what the caller names.
 * @param isOpen false: an answer has begun, nothing can be done again
 */
export async function readFrom<T>(
  name: ApiName,
  ctx: CallContext,
  read: (db: Kysely<Database>) => Promise<T>,
  isOpen: () => boolean = () => true,
): Promise<T> {
  const replicas = FROM_REPLICAS.has(name) ? replicasOf(ctx.deps) : null
  if (!replicas) return read(ctx.db)
  const counter = readsCounter(ctx.deps)
  const by = (which: By) => counter.inc({ by: which })
  const replica = replicas.pick()
  const isThere = replica && (await hasAllKnown(replica, ctx))
  if (!isThere) {
    by(replica ? 'own-writes' : 'none-ready')
    return read(ctx.db)
  }
  try {
    const result = await read(replica.db)
    by('replica')
    return result
  } catch (error) {
    if (!isOpen() || ctx.signal.aborted) throw error
    const trouble = databaseTrouble(error)
    if (trouble === 'away' || trouble === 'busy') replica.failed(error)
    by('failed')
    return read(ctx.db)
  }
}

/** Newest lines and jobs that are compared: those of the same moment may commit in any order, by clocks that differ. */
const NEWEST = 32

/** The newest rows that a caller can know of: what it did, its jobs, what it was told, what webhooks told others. */
interface Known {
  lines: number[]
  /** Ended ones. */
  jobs: number[]
  notice: number
  delivery: number
}

/**
 * Has the replica what the caller did or was told of? Each call that writes leaves a line in the operation log with or after
 * its commit, whichever process answered it, and a replica that has a commit has all before it.
 */
async function hasAllKnown(replica: Replica, { db, who }: CallContext): Promise<boolean> {
  const accountId = who?.accountId ?? 0
  const wanted = await knownRows(db, accountId)
  const text = JSON.stringify(wanted)
  if (replica.seen.get(accountId) === text) return true
  try {
    const there = await rowsThere(replica.db, accountId, wanted)
    const has =
      there.lines === wanted.lines.length &&
      there.jobs === wanted.jobs.length &&
      there.notice >= wanted.notice &&
      there.delivery >= wanted.delivery
    if (has) replica.know(accountId, text)
    return has
  } catch (error) {
    replica.failed(error)
    return false
  }
}

const newestOf = (accountId: number) => sql`
  coalesce((select max(id) from notice where "accountId" = ${accountId}), 0) as notice,
  coalesce((select max(id) from webhook_delivery), 0) as delivery`

async function knownRows(db: Kysely<Database>, accountId: number): Promise<Known> {
  const { rows } = await sql<Known>`
    select
      coalesce((select json_agg(id) from (select id from operation_log where "accountId" = ${accountId}
        order by "createTime" desc, id desc limit ${sql.lit(NEWEST)}) as own), '[]') as lines,
      coalesce((select json_agg(id) from (select id from job where "accountId" = ${accountId}
        and "endTime" is not null order by "endTime" desc limit ${sql.lit(NEWEST)}) as own), '[]') as jobs,
      ${newestOf(accountId)}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('no row')
  return row
}

/** How many of those lines and ended jobs there are, and the newest of the others. */
async function rowsThere(db: Kysely<Database>, accountId: number, { lines, jobs }: Known) {
  const { rows } = await sql<Record<keyof Known, number>>`
    select (select count(*) from operation_log where id = any(${lines}::bigint[])) as lines,
      (select count(*) from job where id = any(${jobs}::bigint[]) and "endTime" is not null) as jobs,
      ${newestOf(accountId)}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('no row')
  return row
}
