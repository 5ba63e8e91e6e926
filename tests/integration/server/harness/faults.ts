import { PostgresAdapter, type CompiledQuery, type DatabaseConnection, type Dialect, type Driver } from 'kysely'
import { FileFaults } from './fileFaults.ts'

/** What a step that breaks throws: nothing that any code of the server knows. */
export class BrokenStep extends Error {}

/** What became of work whose steps were counted. */
export interface Counted<T> {
  result: T
  /** Changes of the database, commits and changes of files in their order, such as `insert site`, `commit`, `rename templates`. */
  steps: string[]
}

interface Running {
  steps: string[]
  breaks: number | null
}

/** The seal of lines that were written before, which a server adds when it has the time. */
const OTHER_WORK = /^(update operation_log|insert operation_log_mark)$/

const CHANGE = /^\s*(?:with\b[^]*?)?\b(insert into|update|delete from)\s+"?(\w+)"?/i

/** The step that a statement is; null when it changes nothing. */
function stepOf(sql: string): string | null {
  const [, verb, table] = CHANGE.exec(sql) ?? []
  if (!verb || !table || /^\s*(select|pragma|create|drop|alter)\b/i.test(sql)) return null
  const step = `${verb.split(' ')[0]?.toLowerCase() ?? ''} ${table}`
  return OTHER_WORK.test(step) ? null : step
}

/**
 * Counts the changes that a server of this process makes to its database and its files, and makes one of them fail. A
 * broken step does nothing; the steps after it work again.
 */
export class Faults {
  #running: Running | null = null
  readonly #files = new FileFaults((step) => this.#reach(step))

  /** Goes between Kysely and a database. */
  readonly wrapDialect = (dialect: Dialect): Dialect => ({
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: () => this.#driver(dialect.createDriver(), dialect.createAdapter() instanceof PostgresAdapter),
  })

  /**
   * Does the work and counts the steps meanwhile, also those of other work of the server: its clock should be still.
   * @param dataDir files below it are counted
   * @param breaks the number of the step that fails, from 1; null: none
   */
  async during<T>(dataDir: string, breaks: number | null, work: () => Promise<T>): Promise<Counted<T>> {
    const running: Running = { steps: [], breaks }
    this.#running = running
    const end = this.#files.watch(dataDir)
    try {
      return { result: await work(), steps: running.steps }
    } finally {
      end()
      this.#running = null
    }
  }

  /** @returns whether the step fails */
  #reach(step: string): boolean {
    if (!this.#running) return false
    this.#running.steps.push(step)
    return this.#running.steps.length === this.#running.breaks
  }

  #driver(driver: Driver, isPostgres: boolean): Driver {
    const wrapped = new WeakMap<DatabaseConnection, Watched>()
    const wrap = (connection: DatabaseConnection): Watched => {
      const known = wrapped.get(connection) ?? new Watched(connection, (sql) => this.#statement(sql), isPostgres)
      wrapped.set(connection, known)
      return known
    }
    const inner = (connection: DatabaseConnection): DatabaseConnection =>
      connection instanceof Watched ? connection.inner : connection
    return {
      init: () => driver.init(),
      acquireConnection: async () => wrap(await driver.acquireConnection()),
      releaseConnection: (connection) => driver.releaseConnection(inner(connection)),
      beginTransaction: (connection, settings) => {
        wrap(inner(connection)).hasChanged()
        return driver.beginTransaction(inner(connection), settings)
      },
      commitTransaction: async (connection) => {
        if (wrap(inner(connection)).hasChanged() && this.#reach('commit')) throw new BrokenStep('the commit failed')
        await driver.commitTransaction(inner(connection))
      },
      rollbackTransaction: (connection) => driver.rollbackTransaction(inner(connection)),
      destroy: () => driver.destroy(),
    }
  }

  #statement(sql: string): boolean {
    const step = stepOf(sql)
    return step !== null && this.#reach(step)
  }
}

/** A connection some of whose statements fail. */
class Watched implements DatabaseConnection {
  readonly inner: DatabaseConnection
  readonly #fails: (sql: string) => boolean
  readonly #isPostgres: boolean

  #changed = false

  constructor(inner: DatabaseConnection, fails: (sql: string) => boolean, isPostgres: boolean) {
    this.inner = inner
    this.#fails = fails
    this.#isPostgres = isPostgres
  }

  /** Has it changed anything since it was last asked? */
  hasChanged(): boolean {
    const changed = this.#changed
    this.#changed = false
    return changed
  }

  async executeQuery<R>(query: CompiledQuery) {
    if (stepOf(query.sql)) this.#changed = true
    if (this.#fails(query.sql)) {
      // On PostgreSQL nothing more can be done in a transaction in which a statement has failed.
      if (this.#isPostgres) await this.inner.executeQuery({ ...query, sql: 'select 1 / 0', parameters: [] })
      throw new BrokenStep(`a statement failed: ${query.sql.slice(0, 80)}`)
    }
    return this.inner.executeQuery<R>(query)
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number) {
    return this.inner.streamQuery<R>(query, chunkSize)
  }
}
