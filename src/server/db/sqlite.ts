import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { Mutex } from '#shared/util/mutex.ts'

/**
 * The embedded database through node:sqlite. One connection serves one caller at a time, so that transactions never
 * interleave with other queries. A commit resolves only when it is on disk (stack.md: synchronous=NORMAL lost
 * acknowledged rows in power cuts).
 * @param file an absolute path
 */
export const sqliteDialect = (file: string): Dialect => ({
  createDriver: () => new SqliteDriver(file),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createAdapter: () => new TransactionalAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
})

/** SQLite can roll back DDL, so migrations run in one transaction and a killed upgrade leaves no changes. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

const PRAGMAS = `
  pragma busy_timeout = 5000;
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma foreign_keys = on;
`

class SqliteDriver implements Driver {
  readonly #file: string
  readonly #turn = new Mutex()
  #connection: SqliteConnection | undefined
  #endTurn: () => void = () => undefined

  constructor(file: string) {
    this.#file = file
  }

  async init(): Promise<void> {
    const db = new DatabaseSync(this.#file)
    db.exec(PRAGMAS)
    this.#connection = new SqliteConnection(db)
  }
  async acquireConnection(): Promise<DatabaseConnection> {
    if (!this.#connection) throw new Error('the database is closed')
    this.#endTurn = await this.#turn.acquire(withTurnTimeout)
    return this.#connection
  }
  async releaseConnection(): Promise<void> {
    this.#endTurn()
  }
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    // `immediate` acquires the write lock first: upgrading a read lock later could fail with SQLITE_BUSY.
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // On a full disk SQLite rolls back automatically; the error of a second rollback would hide the cause.
    if (!this.#connection?.isInTransaction) return
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }
  async destroy(): Promise<void> {
    const endTurn = await this.#turn.acquire()
    this.#connection?.close()
    this.#connection = undefined
    endTurn()
  }
}

/** Longer than any transaction may take: a caller that waits so long requested the pool inside a transaction. */
const TURN_TIMEOUT_MS = 30_000
const CACHED_STATEMENTS = 300

async function withTurnTimeout(turn: Promise<void>): Promise<void> {
  const { promise: timedOut, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no turn within ${TURN_TIMEOUT_MS} ms`)), TURN_TIMEOUT_MS)
  try {
    await Promise.race([turn, timedOut])
  } finally {
    clearTimeout(timer)
  }
}

interface PreparedStatement {
  statement: StatementSync
  /** Names of the result columns, in order; empty for a statement without a result. */
  names: readonly string[]
}

/** After these statements, prepared statements may return other columns. */
const CHANGES_TABLES = /^\s*(?:alter|create|drop)\b/i

class SqliteConnection implements DatabaseConnection {
  readonly #db: DatabaseSync
  readonly #statements = new Map<string, PreparedStatement>()

  constructor(db: DatabaseSync) {
    this.#db = db
  }

  get isInTransaction(): boolean {
    return this.#db.isTransaction
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { statement, names } = this.#prepare(query.sql)
    const parameters = query.parameters.map(toSqlite)
    if (names.length > 0)
      return { rows: toObjects(statement.all(...parameters) as unknown as unknown[][], names) as R[] }
    const { changes, lastInsertRowid } = statement.run(...parameters)
    if (CHANGES_TABLES.test(query.sql)) this.#statements.clear()
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query)
  }

  close(): void {
    this.#statements.clear()
    this.#db.close()
  }

  #prepare(sql: string): PreparedStatement {
    const known = this.#statements.get(sql)
    if (known) {
      // Reinserting keeps the map in order of last use.
      this.#statements.delete(sql)
      this.#statements.set(sql, known)
      return known
    }
    const statement = this.#db.prepare(sql)
    const names = statement.columns().map(({ name }) => name)
    if (names.length > 0) statement.setReturnArrays(true)
    const prepared = { statement, names }
    const [oldest] = this.#statements.keys()
    if (oldest !== undefined && this.#statements.size >= CACHED_STATEMENTS) this.#statements.delete(oldest)
    this.#statements.set(sql, prepared)
    return prepared
  }
}

/**
 * Turns arrays into objects by column name. All are copies of one object: V8 creates and reads them many times faster
 * than the objects of node:sqlite, which are in dictionary mode.
 */
function toObjects(rows: readonly unknown[][], names: readonly string[]): Record<string, unknown>[] {
  const shape: Readonly<Record<string, unknown>> = Object.fromEntries(names.map((name) => [name, null]))
  return rows.map((values) => {
    const row: Record<string, unknown> = { ...shape }
    for (let at = 0; at < names.length; at++) row[names[at] as string] = values[at]
    return row
  })
}

const toSqlite = (value: unknown): SQLInputValue =>
  typeof value === 'boolean' ? Number(value) : value === undefined ? null : (value as SQLInputValue)
