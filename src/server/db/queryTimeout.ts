import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** Default timeout of one query, ms. */
export const QUERY_TIMEOUT_MS = 10_000

/** Overrides the timeout for long work: `queryTimeout.run(ms, work)`. */
export const queryTimeout = new AsyncLocalStorage<number>()

/** `query_timeout` is pg's timeout of one query, which its types lack. */
export type TimedQuery = pg.QueryConfig & { query_timeout: number }

const TIMED_OUT = /query read timeout/i
/** Whether a query exceeded its timeout. */
export const isTimedOut = (error: unknown): boolean => error instanceof Error && TIMED_OUT.test(error.message)

/**
 * A pool whose queries fail after `limitMs` even if the database hangs. The connection is then discarded immediately,
 * without a rollback.
 */
export function createTimedPool(pool: pg.Pool, limitMs: number): PostgresPool {
  const wrap = (client: pg.PoolClient): PostgresPoolClient => {
    let lost: Error | null = null
    const query = async (text: string, values: readonly unknown[]) => {
      if (lost) throw lost
      const timed: TimedQuery = { text, values: [...values], query_timeout: queryTimeout.getStore() ?? limitMs }
      try {
        return await client.query(timed)
      } catch (error) {
        if (isTimedOut(error)) lost = error as Error
        throw error
      }
    }
    const timed: Pick<pg.PoolClient, 'query'> = { query: query as pg.PoolClient['query'] }
    return { ...timed, release: () => client.release(lost ?? undefined) }
  }
  return { connect: async () => wrap(await pool.connect()), end: () => pool.end() } as PostgresPool
}
