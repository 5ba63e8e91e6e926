import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { type Dialect, Kysely } from 'kysely'
import { AppError } from '#shared/errors/index.ts'
import { FollowedDatabase } from './ambient.ts'
import { engineOf, type PoolCounts, postgres, sqlite } from './dialect.ts'
import { copyBefore } from './migration/copyBefore.ts'
import { refuseFormer } from './migration/formerMigrations.ts'
import { isHeld } from './locks.ts'
import { migrate, migrations as own, refuseNewer, standing } from './migration/migrate.ts'
import { queryTime } from './queryTime.ts'
import { reach } from './reach.ts'
import type { Database } from './schema.ts'
import { connectionNames } from './migration/twoSteps.ts'

export interface ConnectOptions {
  dataDir: string
  /** `postgres://…`; absent: the embedded database in the data folder. */
  databaseUrl?: string | undefined
  onIdleError?: (error: Error) => void
  /** Timeout of one query on PostgreSQL, ms. */
  queryMs?: number
  /** Connections to PostgreSQL at the same time; absent: POOL_SIZE. */
  poolSize?: number | undefined
  /** How long an unreachable database is retried, ms. `onWait` gets the reason, worded for a person. */
  patienceMs?: number
  onWait?: (reason: string) => void
  /** Reports migrations that are postponed while processes of the former version run; the next start runs them. */
  onPostponed?: (migrations: readonly string[]) => void
  /** Absent: the migrations of this program. */
  migrations?: typeof own
  /** Called after each statement with its duration in ms. */
  onQuery?: (ms: number, failed: boolean) => void
  /** Wraps the database driver (for tests). */
  wrapDialect?: (dialect: Dialect) => Dialect
}

/** A migration may visit all rows, so it gets a longer timeout than other queries. */
const MIGRATION_MS = 3600_000

export const embeddedFile = (dataDir: string): string => path.join(dataDir, 'sitecraft.db')

/** Opens a database whose tables are up to date. The caller closes it with `destroy()`. */
export function open({
  dataDir,
  databaseUrl,
  queryMs,
  poolSize,
  onIdleError = () => undefined,
  onQuery,
  wrapDialect = (dialect) => dialect,
}: ConnectOptions): Kysely<Database> {
  const { pool: name } = connectionNames(Object.keys(own))
  const pooled = databaseUrl ? postgres(databaseUrl, { onIdleError, queryMs, name, size: poolSize }) : null
  const db = new FollowedDatabase({
    dialect: wrapDialect(pooled ?? sqlite(embeddedFile(dataDir))),
    ...(onQuery && { log: ({ queryDurationMillis, level }) => onQuery(queryDurationMillis, level === 'error') }),
  })
  db.pool = pooled?.counts ?? (() => ({ total: 1, idle: 0, waiting: 0 }))
  if (databaseUrl) addWatchConnection(db, postgres(databaseUrl, { onIdleError, queryMs, name, size: 1 }))
  return db
}

/** The connection opens at the first query and closes with the database. */
function addWatchConnection(db: FollowedDatabase, dialect: Dialect): void {
  const own = new Kysely<Database>({ dialect })
  const destroy = db.destroy.bind(db)
  db.destroy = async () => void (await Promise.all([destroy(), own.destroy()]))
  db.watch = own
}

/**
 * The same database over a separate connection for short health checks, which a busy pool cannot delay. The embedded
 * database has one connection for everything.
 */
export const watchConnection = (db: Kysely<Database>): Kysely<Database> =>
  (db instanceof FollowedDatabase ? db.watch : null) ?? db

/** Counts the connections of an open database. */
export const poolOf = (db: Kysely<Database>): PoolCounts =>
  db instanceof FollowedDatabase ? db.pool() : { total: 0, idle: 0, waiting: 0 }

/**
 * Opens the database and runs missing migrations. @throws AppError `unsupported` for newer data, `locked` while the
 * `move` command runs
 */
export async function connect(options: ConnectOptions): Promise<Kysely<Database>> {
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 })
  const { migrations = own } = options
  const db = open(options)
  try {
    if (options.databaseUrl) await reach(db, { ...options, databaseUrl: options.databaseUrl })
    if (await isHeld(db, 'move'))
      throw new AppError('locked', '数据库正在迁移（move），暂时无法启动。请等待迁移结束，再按迁移命令的提示启动')
    const before = await standing(db, migrations)
    refuseFormer(before.applied)
    refuseNewer(before, engineOf(db))
    if (!options.databaseUrl && before.applied.length > 0 && before.pending.length > 0) {
      await queryTime.run(MIGRATION_MS, () => copyBefore(db, options.dataDir, before))
    }
    if (before.pending.length > 0) {
      const waiting = await queryTime.run(MIGRATION_MS, () => migrate(db, migrations))
      if (waiting.length > 0) options.onPostponed?.(waiting)
    }
  } catch (error) {
    await db.destroy()
    throw error
  }
  return db
}
