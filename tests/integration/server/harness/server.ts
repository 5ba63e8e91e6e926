import { generateKeyPair } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { buildServer } from '#server/app.ts'
import { connect } from '#server/db/connect.ts'
import type { ServerDeps } from '#server/deps.ts'
import { findAccountByName, issueLoginToken } from '#server/areas/people/account/index.ts'
import type { S3Options } from '#server/storage/s3/options.ts'
import { type FirstRun, seed, type SeedOptions } from '#server/seed/index.ts'
import { TestClient } from './client.ts'
import { TestClock } from './clock.ts'
import type { Faults } from './faults.ts'
import type { Cluster } from './postgres.ts'
import { ADMIN_PASSWORD, copySeeded, DEMO_PASSWORD, RESOURCES } from './seeded.ts'

export { ADMIN_PASSWORD, DEMO_PASSWORD }
export type Username = 'admin' | 'editor' | 'designer' | 'guest'

/** A real server on a seeded database, listening on a port of its own, with its data in a temporary folder. */
export interface TestServer {
  url: string
  /** Absent: the embedded database. */
  databaseUrl: string | undefined
  deps: ServerDeps
  clock: TestClock
  /** What the seed made; null for data that was there. */
  firstRun: FirstRun | null
  /** Without a session. */
  nobody: TestClient
  /** With a fresh session. */
  as(username: Username): Promise<TestClient>
  close(): Promise<void>
}

export interface TestServerOptions {
  databaseUrl?: string | undefined
  /** Where a database is made for the server when none is given; absent: the embedded database. */
  cluster?: Cluster | undefined
  corsOrigins?: string[]
  trustedProxies?: string[]
  publicUrl?: string
  /** The mock endpoints answer. */
  mock?: boolean
  baidu?: ServerDeps['baidu']
  updatesDir?: string
  outgoing?: ServerDeps['outgoing']
  /** Absent: uploads lie in the data folder. */
  s3?: S3Options
  /** An existing data folder; absent: a temporary one that goes with the server. */
  dataDir?: string
  /** Absent: ADMIN_PASSWORD and DEMO_PASSWORD. */
  passwords?: SeedOptions
  /** false: an empty database. */
  seeded?: boolean
  /** Called after each statement of the database. */
  onQuery?: () => void
  /** Breaks steps of its work; absent: none breaks. */
  faults?: Faults
  /** Connections of the pool; absent: as in use. */
  poolSize?: number
  /** Absent: the database's own. */
  listenUrl?: string
  /** true: nothing is done again and again unless the test advances the clock. */
  isClockStill?: boolean
  /** false: jobs wait. */
  runsJobs?: boolean
  /** Absent: as in use. */
  idleMs?: number
}

/** Does it begin as every other one? */
const isPlain = ({ databaseUrl, dataDir, passwords, s3, seeded }: TestServerOptions): boolean =>
  !databaseUrl && !dataDir && !passwords && !s3 && seeded !== false

let madeKey: Promise<string> | undefined

/** The private key that a started server has; the servers of a test file share one, because making it takes time. */
async function giveKey(dataDir: string): Promise<void> {
  madeKey ??= promisify(generateKeyPair)('rsa', { modulusLength: 2048 }).then(({ privateKey }) =>
    privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  )
  const file = path.join(dataDir, 'rsa-key.pem')
  await writeFile(file, await madeKey, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}

export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(os.tmpdir(), 'sitecraft-server-')))
  const clock = new TestClock(options.isClockStill)
  const copied = isPlain(options) ? await copySeeded(dataDir, options.cluster) : null
  const databaseUrl = options.databaseUrl ?? copied?.databaseUrl ?? (await options.cluster?.createDatabase())
  const db = await connect({
    dataDir,
    databaseUrl,
    poolSize: options.poolSize,
    ...(options.onQuery && { onQuery: options.onQuery }),
    ...(options.faults && { wrapDialect: options.faults.wrapDialect }),
  })
  const log = pino({ level: process.env.SITECRAFT_LOG ?? 'silent' })
  const { corsOrigins = [], trustedProxies = [], publicUrl = null } = options
  const deps: ServerDeps = {
    db,
    clock,
    log,
    dataDir,
    resourcesDir: RESOURCES,
    corsOrigins,
    trustedProxies,
    publicUrl,
    s3: options.s3,
    runsJobs: options.runsJobs ?? true,
    listenUrl: options.listenUrl ?? databaseUrl,
    ...(options.idleMs !== undefined && { idleTimeoutMs: options.idleMs }),
    mock: options.mock ?? false,
    baidu: options.baidu,
    updatesDir: options.updatesDir,
    outgoing: options.outgoing,
  }
  const passwords = options.passwords ?? { adminPassword: ADMIN_PASSWORD, demoPassword: DEMO_PASSWORD }
  const firstRun = copied?.firstRun ?? (options.seeded === false ? null : await seed(deps, passwords))
  await giveKey(dataDir)
  const app = await buildServer(deps)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/`
  const nobody = new TestClient(url)
  return {
    url,
    databaseUrl,
    deps,
    clock,
    firstRun,
    nobody,
    async as(username) {
      const account = await findAccountByName(db, username)
      if (!account) throw new Error(`no account ${username}`)
      const token = await issueLoginToken(db, account.id, clock.now())
      return new TestClient(url, (await nobody.ok('account.autoLogin', { token })).token)
    },
    async close() {
      await app.close()
      await db.destroy()
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true })
    },
  }
}
