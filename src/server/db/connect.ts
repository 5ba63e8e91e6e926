import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { type Dialect, Kysely } from 'kysely'
import { AppError } from '#shared/errors/index.ts'
import { AmbientDatabase } from './ambientDatabase.ts'
import { engineOf, type PoolCounts, postgres, sqlite } from './dialect.ts'
import { copyBeforeUpgrade } from './migration/copyBeforeUpgrade.ts'
import { refuseFormer } from './migration/formerMigrations.ts'
import { isLocked } from './locks.ts'
import { migrate, migrations as own, refuseNewer, readMigrationState } from './migration/migrate.ts'
import { queryTimeout } from './queryTimeout.ts'
import { waitForDatabase } from './waitForDatabase.ts'
import type { Database } from './schema.ts'
import { connectionNames } from './migration/expandContract.ts'

export interface ConnectOptions {
  dataDir: string
  /** `postgres://…`; absent: the embedded database in the data folder. */
  databaseUrl?: string | undefined
  onIdleError?: (error: Error) => void
  /** Timeout of one query on PostgreSQL, ms. */
  queryTimeoutMs?: number
  /** Connections to PostgreSQL at the same time; absent: POOL_SIZE. */
  poolSize?: number | undefined
  /** How long an unreachable database is retried, ms. `onWait` gets the reason, worded for a person. */
  connectTimeoutMs?: number
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
const MIGRATION_TIMEOUT_MS = 3600_000

export const embeddedFile = (dataDir: string): string => path.join(dataDir, 'sitecraft.db')

/** Opens a database whose tables are up to date. The caller closes it with `destroy()`. */
export function openDatabase({
  dataDir,
  databaseUrl,
  queryTimeoutMs,
  poolSize,
  onIdleError = () => undefined,
  onQuery,
  wrapDialect = (dialect) => dialect,
}: ConnectOptions): Kysely<Database> {
  const { pool: name } = connectionNames(Object.keys(own))
  const pooled = databaseUrl ? postgres(databaseUrl, { onIdleError, queryTimeoutMs, name, size: poolSize }) : null
  const db = new AmbientDatabase({
    dialect: wrapDialect(pooled ?? sqlite(embeddedFile(dataDir))),
    ...(onQuery && { log: ({ queryDurationMillis, level }) => onQuery(queryDurationMillis, level === 'error') }),
  })
  db.countPool = pooled?.counts ?? (() => ({ total: 1, idle: 0, waiting: 0 }))
  if (databaseUrl) addHealthConnection(db, postgres(databaseUrl, { onIdleError, queryTimeoutMs, name, size: 1 }))
  return db
}

/** The connection opens at the first query and closes with the database. */
function addHealthConnection(db: AmbientDatabase, dialect: Dialect): void {
  const own = new Kysely<Database>({ dialect })
  const destroy = db.destroy.bind(db)
  db.destroy = async () => void (await Promise.all([destroy(), own.destroy()]))
  db.healthDb = own
}

/**
 * The same database over a separate connection for short health checks, which a busy pool cannot delay. The embedded
 * database has one connection for everything.
 */
export const healthConnection = (db: Kysely<Database>): Kysely<Database> =>
  (db instanceof AmbientDatabase ? db.healthDb : null) ?? db

/** Counts the connections of an open database. */
export const countConnections = (db: Kysely<Database>): PoolCounts =>
  db instanceof AmbientDatabase ? db.countPool() : { total: 0, idle: 0, waiting: 0 }

/**
 * Opens the database and runs missing migrations. @throws AppError `unsupported` for newer data, `locked` while the
 * `move` command runs
 */
export async function connect(options: ConnectOptions): Promise<Kysely<Database>> {
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 })
  const { migrations = own } = options
  const db = openDatabase(options)
  try {
    if (options.databaseUrl) await waitForDatabase(db, { ...options, databaseUrl: options.databaseUrl })
    if (await isLocked(db, 'move'))
      throw new AppError('locked', '数据库正在迁移（move），暂时无法启动。请等待迁移结束，再按迁移命令的提示启动')
    const before = await readMigrationState(db, migrations)
    refuseFormer(before.applied)
    refuseNewer(before, engineOf(db))
    if (!options.databaseUrl && before.applied.length > 0 && before.pending.length > 0) {
      await queryTimeout.run(MIGRATION_TIMEOUT_MS, () => copyBeforeUpgrade(db, options.dataDir, before))
    }
    if (before.pending.length > 0) {
      const waiting = await queryTimeout.run(MIGRATION_TIMEOUT_MS, () => migrate(db, migrations))
      if (waiting.length > 0) options.onPostponed?.(waiting)
    }
  } catch (error) {
    await db.destroy()
    throw error
  }
  return db
}
