import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Database } from './db/schema.ts'
import type { Metrics } from './observe/metrics.ts'
import type { createPublicLookup } from './net/publicAddresses.ts'
import type { S3Options } from './storage/s3/options.ts'

export interface Clock {
  now(): Date
}

/** The clock of a server, with timers. */
export interface ServerClock extends Clock {
  /**
   * Runs periodically, first after one period; does not keep the process alive. Returns a function that stops the
   * timer.
   */
  every(milliseconds: number, run: () => void): () => void
  /** How far the computer's clock is ahead of this clock, ms; absent: this is the computer's clock. */
  skewMs?(): number
}

export const systemClock: ServerClock = {
  now: () => new Date(),
  every(milliseconds, run) {
    const timer = setInterval(run, milliseconds).unref()
    return () => clearInterval(timer)
  },
}

/** An application of Baidu Tongji's API, whose keys only the server knows. */
export interface BaiduOptions {
  /** Ends with a slash. */
  url: string
  apiKey: string
  secretKey: string
  /** Timeout of a response, ms; absent: 15 s. */
  timeoutMs?: number
}

/** Options of connections to addresses that people enter: mail servers, webhooks, links, pictures. */
export interface OutgoingOptions {
  /** Private addresses and ranges (CIDR) that are allowed nevertheless. */
  allowed: readonly string[]
  /** Timeout of a webhook's complete response, ms; absent: 10 s. */
  responseTimeoutMs?: number
  /** Connection timeout while a mail account is saved, ms; absent: 8 s. */
  connectTimeoutMs?: number
  /** Resolves host names in tests; absent: the system's resolver. */
  resolve?: Parameters<typeof createPublicLookup>[1]
}

/** The dependencies of a server. Tests pass their own clock and folders; there is no other global state. */
export interface ServerDeps {
  /**
   * The pool. Inside a handler use `ctx.db`: on the embedded database a transaction holds the only connection, and a
   * query on the pool would wait for it.
   */
  db: Kysely<Database>
  clock: ServerClock
  /** Absolute path of the data folder: embedded database, uploads, keys and logs. */
  dataDir: string
  /** Absolute path of the folder for scheduled backups; absent: `backups` in the data folder. */
  backupDir?: string | undefined
  /** true: the server shows a backup, so only signing in and reading are allowed. */
  isReadOnly?: boolean
  /** Absolute path of the product's resources, such as `templates/<folder>` for the first run. */
  resourcesDir: string
  log: FastifyBaseLogger
  /** Origins that a browser may call from; empty: none (CORS off). */
  corsOrigins: readonly string[]
  /** Addresses of proxies whose x-forwarded-for is trusted; empty: none. */
  trustedProxies: readonly string[]
  /** Public address of the server behind a proxy; null: the address in each request. */
  publicUrl: string | null
  /** Bucket for uploads; absent: uploads are stored in the data folder. */
  s3?: S3Options | null
  /** Absolute path of the private key that decrypts submitted passwords; absent: `rsa-key.pem` in the data folder. */
  rsaKeyFile?: string | undefined
  /** The text from which the key for secrets is derived, at least 32 characters; absent: a key in the data folder. */
  secretKey?: string | undefined
  /** The previous secret key, until `rotate-key` has run. */
  secretKeyBefore?: string | undefined
  /** Addresses of the APIs of SMS providers; absent: the providers' own. */
  smsEndpoints?: { aliyun?: string | undefined; tencent?: string | undefined }
  /** Maximum lifetime of a session, ms; absent: a week. */
  sessionMaxMs?: number
  /**
   * `postgres://…` for LISTEN, not through a pooler in transaction mode; absent: the server polls for changes of other
   * processes.
   */
  listenUrl?: string | undefined
  /** false: other processes run the jobs; absent: this process does. */
  runsJobs?: boolean
  /** Address of the API of WeChat's official accounts; absent: WeChat itself. */
  wechatUrl?: string
  /** Idle timeout of connections, ms; absent: two minutes. */
  idleTimeoutMs?: number
  /** A folder of newer versions of the desktop program, served under /updates/; absent: none. */
  updatesDir?: string | undefined
  /** Serves mock endpoints at the root (areas/system/mock), for the development of front ends only. */
  mock?: boolean
  /** Metrics of the process; absent: the server creates its own. */
  metrics?: Metrics
  /** Token that permits reading /metrics; absent: only this machine may. */
  metricsToken?: string | undefined
  /** Absent: private networks are not allowed. */
  outgoing?: OutgoingOptions | undefined
  /** Absent: Baidu's statistics are not available. */
  baidu?: BaiduOptions | undefined
}
