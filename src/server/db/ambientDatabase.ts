import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, type Transaction, type TransactionBuilder } from 'kysely'
import type { PoolCounts } from './dialect.ts'
import type { Database } from './schema.ts'

/** A running transaction, which code inside it can find without a parameter (see `findOpenTransaction`). */
interface OpenTransaction {
  db: Transaction<Database>
  state: 'open' | 'committed' | 'rolledBack'
  /** Steps that run just before the commit; an error rolls the transaction back. */
  beforeCommit: (() => Promise<void>)[]
  /** Steps that run after the commit; their errors are ignored. */
  afterCommit: (() => Promise<void>)[]
  /**
   * Steps that undo changes outside the database (files), the last one first. They run before a failed transaction
   * releases its locks, or when its commit fails. Their errors are ignored.
   */
  onRollback: (() => Promise<void>)[]
}

const transactions = new WeakMap<Kysely<Database>, OpenTransaction>()

const running = new AsyncLocalStorage<{ root: Kysely<Database>; transaction: OpenTransaction }>()

/**
 * A database that tracks the transaction of the running code. The store of template files uses it to write its rows in
 * the transaction of the caller: the embedded database has no second connection for a transaction of the store.
 */
export class AmbientDatabase extends Kysely<Database> {
  /** Counts the open connections. */
  countPool: () => PoolCounts = () => ({ total: 0, idle: 0, waiting: 0 })
  /** The same database over a separate connection for health checks; null: the database has only one connection. */
  healthDb: Kysely<Database> | null = null

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

/** The open transaction of this database in which the running code is; null: none. */
export function findOpenTransaction(root: Kysely<Database>): OpenTransaction | null {
  const found = running.getStore()
  return found?.root === root && found.transaction.state === 'open' ? found.transaction : null
}

/** Runs the step just before the transaction `db` commits; immediately when `db` is no transaction. */
export async function runBeforeCommit(db: Kysely<Database>, step: () => Promise<void>): Promise<void> {
  const transaction = transactions.get(db)
  if (transaction) transaction.beforeCommit.push(step)
  else await step()
}

/** The open transaction, else the database itself. */
export const currentDb = (root: Kysely<Database>): Kysely<Database> => findOpenTransaction(root)?.db ?? root

/** Runs the work in the open transaction, else in a new one. */
export function runInTransaction<T>(root: Kysely<Database>, work: (db: Kysely<Database>) => Promise<T>): Promise<T> {
  const open = findOpenTransaction(root)
  return open ? work(open.db) : root.transaction().execute(work)
}
