import type { AddressInfo } from 'node:net'
import { mkdir } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { AppError } from '#shared/errors/index.ts'
import { buildServer } from '../app.ts'
import { connect, embeddedFile } from '../db/connect.ts'
import { createFromPrepared } from '../db/migration/emptyDatabase.ts'
import { COPY_PROBLEM, detectCopiedFolder, isServerCopy } from '../db/serverCopy.ts'
import { type ServerDeps, systemClock } from '../deps.ts'
import { allowFirstRun, requireFinishedRestore } from '../backup/unfinishedRestore.ts'
import { type FirstRun, seed } from '../seed/index.ts'
import { findBucketProblems, describeProblems } from '../storage/s3/problems.ts'
import { OWNER_DOUBTS } from '../storage/storeLease.ts'
import { storesOf } from '../storage/stores.ts'
import { privateKey } from '../secrets/keyFile.ts'
import { shareKey } from '../secrets/sharedKey.ts'
import { DatabaseClock } from './databaseClock.ts'
import { drain } from './drain.ts'
import { createLogDestination } from '../observe/logDestination.ts'
import { createMetrics } from '../observe/metrics.ts'
import { collapseOutages } from '../observe/outageLog.ts'
import { lockDataDir } from './instanceLock.ts'
import type { ProcessOptions } from './options.ts'
import { trustSystemCertificates } from './network.ts'
import { makePrivate } from './privateData.ts'

const STDERR = 2

export interface RunningServer {
  /** `http://host:port` with the real port. */
  url: string
  close(): Promise<void>
}

/** Opens the data, fills it on the first run, and listens. `print` receives lines for people. */
export async function serve(options: ProcessOptions, print: (line: string) => void): Promise<RunningServer> {
  const { dataDir, databaseUrl } = options
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  for (const problem of makePrivate(dataDir)) print(problem)
  // A bucket is contacted first; without one there are no outgoing requests before the server listens.
  if (options.s3) trustSystemCertificates()
  await requireRights(options.s3)
  const release = databaseUrl ? () => undefined : lockDataDir(dataDir)
  await requireFinishedRestore(dataDir, !databaseUrl)
  const metrics = createMetrics()
  const log = pino(
    { level: options.logLevel, redact: ['req.headers.authorization'], hooks: collapseOutages() },
    createLogDestination(STDERR),
  )
  if (!databaseUrl) await createFromPrepared(embeddedFile(dataDir))
  const db = await connect({
    dataDir,
    databaseUrl,
    poolSize: options.poolSize,
    onWait: (reason) => process.stderr.write(`${reason}\n`),
    onPostponed: (waiting) =>
      log.warn({ migrations: waiting }, 'some migrations are postponed while servers of the former version run'),
    onQuery: (ms, failed) => metrics.queries.observe({ outcome: failed ? 'failed' : 'ok' }, ms / 1000),
    onIdleError: (error) => log.error({ err: error }, 'an idle database connection failed'),
  })
  if (databaseUrl) await allowFirstRun(db, dataDir)
  const clock = databaseUrl ? await DatabaseClock.start(db, log) : systemClock
  const deps = createDeps(options, { db, log, clock, metrics })
  // The key is read at the start, so that a key in an earlier version's database is moved out before the next backup.
  // Generating a key takes as long as the seed and runs on another core.
  const [firstRun] = await Promise.all([seed(deps, options), shareKey(deps).then(() => privateKey(deps))])
  if (!databaseUrl && !options.isBackupView) await detectCopiedFolder(db, dataDir)
  const isCopy = !options.isBackupView && (await isServerCopy(db))
  const app = await buildServer(deps)
  let url = ''
  // Not after `listen`, which also waits for the `onListen` hooks: jobs, cleanup and loading of certificates.
  app.server.once('listening', () => {
    if (firstRun) printFirstRun(firstRun, print)
    url = addressOf(app)
    print(`listening on ${url}`)
    if (!options.s3) trustSystemCertificates()
  })
  try {
    await app.listen({ host: options.host, port: options.port })
  } catch (cause) {
    await app.close()
    await db.destroy()
    throw listenError(cause, options)
  }
  if (!options.isBackupView) void printOwnerDoubt(deps, print)
  if (isCopy) {
    print(COPY_PROBLEM)
    log.warn('this server is a copy: it sends no messages until take-store is run')
  }
  return {
    url,
    async close() {
      await drain(app, deps, options.stop)
      await app.close()
      if (clock instanceof DatabaseClock) clock.stop()
      await db.destroy()
      release()
    },
  }
}

/** The server's dependencies, from the opened parts and the options. */
function createDeps(options: ProcessOptions, opened: Pick<ServerDeps, 'db' | 'log' | 'clock' | 'metrics'>): ServerDeps {
  return {
    ...opened,
    dataDir: options.dataDir,
    backupDir: options.backupDir,
    // A viewed backup has its own database, which no other process changes.
    ...(options.isBackupView
      ? { isReadOnly: true, runsJobs: false }
      : {
          listenUrl: options.listenUrl ?? undefined,
        }),
    resourcesDir: options.resourcesDir,
    updatesDir: options.updatesDir,
    corsOrigins: options.corsOrigins,
    trustedProxies: options.trustedProxies,
    publicUrl: options.publicUrl,
    s3: options.s3,
    rsaKeyFile: options.rsaKeyFile,
    secretKey: options.secretKey,
    secretKeyBefore: options.secretKeyBefore,
    smsEndpoints: options.smsEndpoints,
    sessionMaxMs: options.sessionMaxMs,
    ...(options.wechatUrl && { wechatUrl: options.wechatUrl }),
    mock: options.mock,
    outgoing: { allowed: options.outgoingAllowed },
    metricsToken: options.metricsToken,
    baidu: options.baidu,
  }
}

/**
 * Prints doubts about the store's owner. An unreachable bucket is retried by the hourly maintenance, which logs the
 * result.
 */
async function printOwnerDoubt(deps: ServerDeps, print: (line: string) => void): Promise<void> {
  const { lease } = await storesOf(deps)
  await lease.refresh().catch(() => undefined)
  if (lease.doubt) print(OWNER_DOUBTS[lease.doubt])
}

function addressOf(app: FastifyInstance): string {
  const { address, family, port } = app.server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

/** An unreachable bucket does not prevent the start. @throws AppError `read-only` that names missing rights */
async function requireRights(s3: ProcessOptions['s3']): Promise<void> {
  const problems = s3 ? describeProblems({ ...(await findBucketProblems(s3)), away: null }) : []
  if (problems.length > 0) throw new AppError('read-only', `${problems.join('；')}。请修正后再启动`)
}

function printFirstRun({ username, password }: FirstRun, print: (line: string) => void): void {
  print('首次运行，已创建管理员账号，密码只显示这一次：')
  print(`  用户名：${username}`)
  print(`  密码：${password ?? '由 SITECRAFT_ADMIN_PASSWORD 指定'}`)
}

function listenError(cause: unknown, { host, port }: ProcessOptions): AppError {
  const code = cause instanceof Error && 'code' in cause ? cause.code : ''
  const why: Record<string, string> = {
    EADDRINUSE: `端口 ${port} 已被占用，请用 --port 指定其他端口`,
    EACCES: `没有权限使用端口 ${port}，请用 --port 指定 1024 以上的端口`,
    EADDRNOTAVAIL: `本机没有地址 ${host}，请检查 --host`,
  }
  return new AppError('unavailable', why[String(code)] ?? `无法在 ${host}:${port} 上监听，请检查 --host 和 --port`, {
    cause,
  })
}
