import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, type Transaction, type TransactionBuilder } from 'kysely'
import type { PoolCounts } from './dialect.ts'
import type { Database } from './schema.ts'

/** A transaction, for whoever works inside of it without having been given it. */
interface OpenTransaction {
  db: Transaction<Database>
  state: 'open' | 'committed' | 'rolledBack'
  /** Runs as the last statements of the transaction; what fails undoes it. */
  beforeCommit: (() => Promise<void>)[]
  /** Runs once it has committed; what fails is ignored. */
  afterCommit: (() => Promise<void>)[]
  /**
   * Takes back what was changed beside the database, the last change first, before the transaction gives its locks back, or when
   * its commit fails; what fails is ignored.
   */
  onRollback: (() => Promise<void>)[]
}

const transactions = new WeakMap<Kysely<Database>, OpenTransaction>()

const running = new AsyncLocalStorage<{ root: Kysely<Database>; transaction: OpenTransaction }>()

/**
 * A database that knows the transaction which the running code is in. The store of template files keeps its rows by it: they
 * are committed or given up together with everything else that the call writes, and the embedded database has no second connection.
 */
export class FollowedDatabase extends Kysely<Database> {
  /** Its connections now. */
  pool: () => PoolCounts = () => ({ total: 0, idle: 0, waiting: 0 })
  /** The same database over a connection of its own; null: it has one connection for everything. */
  watch: Kysely<Database> | null = null

  override transaction(): TransactionBuilder<Database> {
    const builder = super.transaction()
    const execute = builder.execute.bind(builder)
    builder.execute = (work) => this.#follow(execute, work)
    return builder
  }

  async #follow<T>(
    execute: TransactionBuilder<Database>['execute'],
    work: (tx: Transaction<Database>) => Promise<T>,
  ): Promise<T> {
    let transaction: OpenTransaction | undefined
    try {
      const result = await execute(async (db) => {
        const begun: OpenTransaction = { db, state: 'open', beforeCommit: [], afterCommit: [], onRollback: [] }
        transaction = begun
        transactions.set(db, begun)
        return running.run({ root: this, transaction: begun }, async () => {
          try {
            const answer = await work(db)
            for (const step of begun.beforeCommit) await step()
            return answer
          } catch (error) {
            await undoChanges(begun)
            throw error
          }
        })
      })
      if (transaction) transaction.state = 'committed'
      return result
    } catch (error) {
      if (transaction) {
        transaction.state = 'rolledBack'
        await undoChanges(transaction)
      }
      throw error
    } finally {
      const done = transaction?.state === 'committed' ? transaction.afterCommit : []
      for (const step of done) await step().catch(() => undefined)
    }
  }
}

async function undoChanges({ onRollback }: OpenTransaction): Promise<void> {
  for (const step of onRollback.splice(0).toReversed()) await step().catch(() => undefined)
}

/** The transaction of this database that the running code is in; null: none that is still open. */
export function openTransaction(root: Kysely<Database>): OpenTransaction | null {
  const found = running.getStore()
  return found?.root === root && found.transaction.state === 'open' ? found.transaction : null
}

/** Runs the step at the end of the transaction that `db` is, just before it commits; at once when `db` is none. */
export async function beforeCommit(db: Kysely<Database>, step: () => Promise<void>): Promise<void> {
  const transaction = transactions.get(db)
  if (transaction) transaction.beforeCommit.push(step)
  else await step()
}

/** What to query by: the open transaction, else the database itself. */
export const currentDb = (root: Kysely<Database>): Kysely<Database> => openTransaction(root)?.db ?? root

/** Runs the work in the open transaction, else in one of its own. */
export function inTransaction<T>(root: Kysely<Database>, work: (db: Kysely<Database>) => Promise<T>): Promise<T> {
  const open = openTransaction(root)
  return open ? work(open.db) : root.transaction().execute(work)
}
