import { type Kysely, PostgresAdapter, PostgresDialect, type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { isTimedOut, QUERY_TIMEOUT_MS, createTimedPool, type TimedQuery } from './queryTimeout.ts'
import type { Database } from './schema.ts'
import { sqliteDialect } from './sqlite.ts'

/** The kind of database. Differences between the two are handled in this file. */
export type Engine = 'sqlite' | 'postgres'

export const sqlite = (file: string) => sqliteDialect(file)

/** int8 (times, counts) and numeric (sums) are read as numbers; all values in the tables stay far below 2^53. */
const AS_NUMBER: ReadonlySet<number> = new Set([pg.types.builtins.INT8, pg.types.builtins.NUMERIC])
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    AS_NUMBER.has(oid) ? Number : (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
}

const NO_JIT = `select set_config(name, 'off', false) from pg_settings where name = 'jit'`

interface PostgresOptions {
  /** Gets errors of idle connections, which must not end the process. */
  onIdleError: (error: Error) => void
  /** Timeout of one query, ms. */
  queryTimeoutMs?: number | undefined
  /** Name of the connections in pg_stat_activity; an application_name in the URL overrides it. */
  name?: string
  /** Maximum number of connections. */
  size?: number | undefined
}

/** Default maximum number of connections. */
export const POOL_SIZE = 10

/** PostgreSQL by its URL. */
export function postgres(
  url: string,
  { onIdleError, queryTimeoutMs = QUERY_TIMEOUT_MS, name, size = POOL_SIZE }: PostgresOptions,
): PostgresDialect & { counts: () => PoolCounts } {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: name,
    types,
    max: size,
    connectionTimeoutMillis: queryTimeoutMs,
    // JIT compilation takes longer than most statements run.
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, which its types don't say
    onConnect: async (client) => {
      // Without this timeout an unanswered statement would occupy a connection of the pool forever.
      const query: TimedQuery = { text: NO_JIT, query_timeout: queryTimeoutMs }
      await client.query(query)
    },
  })
  pool.on('error', onIdleError)
  // The pool handles errors of idle connections only. A connection in use reports the loss to its query as well, but
  // its 'error' event would end the process if nothing listened.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const counts = (): PoolCounts => {
    const { totalCount: total, idleCount: idle, waitingCount } = pool
    // `waitingCount` includes calls that are about to get an idle or a new connection; they do not wait for another
    // call.
    return { total, idle, waiting: total < size ? 0 : Math.max(0, waitingCount - idle) }
  }
  return Object.assign(new PostgresDialect({ pool: createTimedPool(pool, queryTimeoutMs) }), { counts })
}

/** Number of connections to the database, and of calls that wait for another call to release its connection. */
export interface PoolCounts {
  total: number
  idle: number
  waiting: number
}

export const engineOf = (db: Kysely<Database>): Engine =>
  db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'

/** After an insert of rows with explicit ids: sets the next generated id above all ids, and to at least `from`. */
export async function advanceIdSequence(db: Kysely<Database>, table: keyof Database, from = 1): Promise<void> {
  if (engineOf(db) === 'postgres') {
    const last = sql`greatest(${from - 1}, coalesce((select max(id) from ${sql.table(table)}), 0))`
    // A sequence that was set but not used has no last value, and a copy of it would begin at 1.
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), greatest(${last}, 1), ${last} > 0)`.execute(db)
    return
  }
  const name = sql.lit(table)
  await sql`insert into sqlite_sequence (name, seq) select ${name}, 0 where not exists (select 1 from sqlite_sequence where name = ${name})`.execute(
    db,
  )
  await sql`update sqlite_sequence set seq = max(seq, ${from - 1}) where name = ${name}`.execute(db)
}

/** Tables whose ids the database generates. On the embedded database only the tables that ever had a row. */
export async function listTablesWithIds(db: Kysely<Database>): Promise<(keyof Database)[]> {
  const named =
    engineOf(db) === 'sqlite'
      ? sql<{ name: keyof Database }>`select name from sqlite_sequence order by name`
      : sql<{ name: keyof Database }>`
          select table_name as name from information_schema.columns
          where table_schema = current_schema() and column_name = 'id' and is_identity = 'YES' order by table_name`
  return (await named.execute(db)).rows.map(({ name }) => name)
}

/** The last id that a table has generated, including ids of deleted rows; 0: none yet. */
export async function readLastId(db: Kysely<Database>, table: keyof Database): Promise<number> {
  if (engineOf(db) === 'sqlite') {
    const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence where name = ${table}`.execute(db)
    return rows[0]?.seq ?? 0
  }
  const { rows: named } = await sql<{ sequence: string }>`
    select pg_get_serial_sequence(${table}, 'id') as "sequence"`.execute(db)
  const { rows } = await sql<{ last: number }>`
    select last_value - case when is_called then 0 else 1 end as last from ${sql.raw(named[0]?.sequence ?? '')}`.execute(
    db,
  )
  return rows[0]?.last ?? 0
}

/**
 * Reserves `count` ids of a table, ascending: no row has them or gets them automatically. On SQLite `db` must be a
 * transaction.
 */
export async function reserveIds(db: Kysely<Database>, table: keyof Database, count: number): Promise<number[]> {
  if (count === 0) return []
  if (engineOf(db) === 'postgres') {
    const { rows } = await sql<{ id: number }>`
      select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count})`.execute(db)
    return rows.map(({ id }) => id).sort((a, b) => a - b)
  }
  const name = sql.lit(table)
  await sql`insert into sqlite_sequence (name, seq) select ${name}, 0 where not exists (select 1 from sqlite_sequence where name = ${name})`.execute(
    db,
  )
  const { rows } = await sql<{ seq: number }>`
    update sqlite_sequence set seq = seq + ${count} where name = ${name} returning seq`.execute(db)
  const last = rows[0]?.seq ?? count
  return Array.from({ length: count }, (_none, at) => last - count + 1 + at)
}

/** SQL for the database's clock in epoch ms, which processes on several machines share. */
export const databaseTimeSql = (db: Kysely<Database>): RawBuilder<number> =>
  engineOf(db) === 'postgres'
    ? sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`
    : sql<number>`cast(unixepoch('subsec') * 1000 as integer)`

/** The time of the database's clock, epoch ms. */
export const readDatabaseTime = async (db: Kysely<Database>): Promise<number> =>
  (await db.selectNoFrom(databaseTimeSql(db).as('now')).executeTakeFirstOrThrow()).now

/**
 * Runs one statement outside a transaction without waiting for the disk. Its row survives a killed process, and a power
 * cut from the next commit on. PostgreSQL does wait, because switching the wait off takes longer.
 */
export async function withRelaxedSync<T>(db: Kysely<Database>, work: (db: Kysely<Database>) => Promise<T>): Promise<T> {
  if (db.isTransaction || engineOf(db) === 'postgres') return work(db)
  return db.connection().execute(async (connection) => {
    await sql`pragma synchronous = normal`.execute(connection)
    try {
      return await work(connection)
    } finally {
      await sql`pragma synchronous = full`.execute(connection)
    }
  })
}

const SQLITE_FULL = 13
/**
 * Another program locks the file for longer than the embedded database waits. The high bytes of the error code hold
 * details.
 */
const SQLITE_BUSY = 5
const isBusy = (errcode: unknown): boolean => typeof errcode === 'number' && errcode % 256 === SQLITE_BUSY
const POSTGRES_FULL = '53100'
/** No connection: refused, reset, host not resolved, database starting or shutting down, too many connections. */
const POSTGRES_UNREACHABLE = /^(ECONN|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPIPE|ETIMEDOUT|57P0|53300|08)/

/** Deadlock or serialization failure: the database aborted this transaction. */
const POSTGRES_DEADLOCK = /^40(P01|001)$/

const SQLITE_UNIQUE = 2067
const POSTGRES_UNIQUE = '23505'

/** Whether the error is a violated unique constraint. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, errcode } = error instanceof Error ? (error as { code?: unknown; errcode?: unknown }) : {}
  return errcode === SQLITE_UNIQUE || code === POSTGRES_UNIQUE
}

const POSTGRES_OUT_OF_RANGE = '22003'

/** Whether an id exceeds the column's range. SQLite reports no error and finds no row. */
export const isOutOfRange = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === POSTGRES_OUT_OF_RANGE

/**
 * The message of pg-pool when a call waited too long for a free connection. A connection that can't be opened has
 * another error.
 */
const POOL_TIMEOUT = /^timeout exceeded when trying to connect$/

/**
 * The kind of a database error that the query did not cause: disk full (`full`), unreachable (`away`), all connections
 * in use for too long (`busy`), or deadlock; null for any other error.
 */
export function classifyDatabaseError(error: unknown): 'full' | 'away' | 'busy' | 'deadlock' | null {
  if (!(error instanceof Error)) return null
  const { code = '', errcode } = error as { code?: unknown; errcode?: unknown }
  if (errcode === SQLITE_FULL || code === POSTGRES_FULL || code === 'ENOSPC') return 'full'
  if (POSTGRES_DEADLOCK.test(String(code))) return 'deadlock'
  if (POOL_TIMEOUT.test(error.message)) return 'busy'
  const away =
    isTimedOut(error) ||
    isBusy(errcode) ||
    POSTGRES_UNREACHABLE.test(String(code)) ||
    /connection terminated|is not queryable|timeout expired/i.test(error.message)
  return away ? 'away' : null
}
