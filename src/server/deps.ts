import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Database } from './db/schema.ts'
import type { Metrics } from './observe/metrics.ts'
import type { outsideLookup } from './net/outside.ts'
import type { S3Options } from './storage/s3/options.ts'

export interface Clock {
  now(): Date
}

/** The clock of a server, which wakes it too. */
export interface ServerClock extends Clock {
  /** Runs again and again, first after a period of this many milliseconds; keeps no process alive. Returns what ends it. */
  every(milliseconds: number, run: () => void): () => void
  /** By how many ms the computer's own clock is ahead of this one; absent: this is the computer's own. */
  skewMs?(): number
}

export const systemClock: ServerClock = {
  now: () => new Date(),
  every(milliseconds, run) {
    const timer = setInterval(run, milliseconds).unref()
    return () => clearInterval(timer)
  },
}

/** An application at Baidu Tongji's API, whose keys the server alone knows. */
export interface BaiduOptions {
  /** With a closing slash. */
  url: string
  apiKey: string
  secretKey: string
  /** How long it may take to answer, ms; absent: 15 s. */
  answerMs?: number
}

/** Where the server may connect to when people name the address: mail servers, webhooks, links, pictures. */
export interface OutgoingOptions {
  /** Private addresses and ranges (CIDR) that may be reached all the same. */
  allowed: readonly string[]
  /** How long the receiver of a webhook may take to answer in full, ms; absent: 10 s. */
  answerMs?: number
  /** How long a mail account that is being saved tries to connect, and when a failure is answered, ms; absent: 8 s. */
  connectMs?: number
  /** Resolves names, in tests; absent: as the system does. */
  resolve?: Parameters<typeof outsideLookup>[1]
}

/** What the server is built from. Tests pass their own clock and folders; nothing else is global. */
export interface ServerDeps {
  /**
   * The pool. Inside a handler use `ctx.db`: on the embedded database a transaction holds the only connection, and a
   * query on the pool would wait for it.
   */
  db: Kysely<Database>
  clock: ServerClock
  /** Absolute. Holds the embedded database, template files, uploads, keys and logs. */
  dataDir: string
  /** Absolute. Where backups by plan go; absent: `backups` in the data folder. */
  backupDir?: string | undefined
  /** true: signing in is all that is done here; a backup is looked at. */
  isReadOnly?: boolean
  /** Absolute. The product's own files: `templates/<folder>` for the first run. */
  resourcesDir: string
  log: FastifyBaseLogger
  /** Origins that a browser may call from; empty: none (CORS off). */
  corsOrigins: readonly string[]
  /** Addresses of the proxies in front, whose x-forwarded-for is believed; empty: none. */
  trustedProxies: readonly string[]
  /** Where clients reach the server, when a proxy hides it; null: the address that each request names. */
  publicUrl: string | null
  /** Where uploads are kept; absent: in the data folder. */
  s3?: S3Options | null
  /** Absolute. The private key for passwords on their way; absent: `rsa-key.pem` in the data folder. */
  rsaKeyFile?: string | undefined
  /** Secrets are encrypted with a key made of it; absent: of a key in the data folder. At least 32 characters. */
  secretKey?: string | undefined
  /** The one before, while `rotate-key` has not run yet. */
  secretKeyBefore?: string | undefined
  /** Where the APIs of SMS providers are; absent: at their own addresses. */
  smsEndpoints?: { aliyun?: string | undefined; tencent?: string | undefined }
  /** ms after which a session ends however much it is used; absent: a week. */
  sessionMaxMs?: number
  /** `postgres://…` of a connection that stays the same, on which changes of other processes are heard; absent: they are looked for. */
  listenUrl?: string | undefined
  /** false: jobs are left to other processes; absent: this one does them. */
  runsJobs?: boolean
  /** Where the API of WeChat's official accounts answers; absent: at WeChat. */
  wechatUrl?: string
  /** ms without a byte after which a connection is closed; absent: two minutes. */
  idleMs?: number
  /** A folder of newer versions of the desktop program, served under /updates/; absent: none. */
  updatesDir?: string | undefined
  /** The mock endpoints answer at the root (areas/system/mock): for front ends in development, never in use. */
  mock?: boolean
  /** What the process counts; absent: the server makes its own. */
  metrics?: Metrics
  /** Who knows it may read /metrics; absent: this machine alone. */
  metricsToken?: string | undefined
  /** Absent: no private network is reached. */
  outgoing?: OutgoingOptions | undefined
  /** Absent: Baidu's statistics can't be read. */
  baidu?: BaiduOptions | undefined
}
