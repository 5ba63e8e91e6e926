import { type Kysely, sql, type Transaction } from 'kysely'
import { expect } from 'vitest'
import { engineOf } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'

/** Resolves when one of the works is done, or so many calls wait for somebody's lock on this PostgreSQL database. */
async function blocked(db: Kysely<Database>, works: readonly Promise<unknown>[], many: number): Promise<void> {
  let isDone = false
  const ended = () => (isDone = true)
  for (const work of works) work.then(ended, ended)
  await expect
    .poll(
      async () => {
        const { rows } = await sql<{ waiting: number }>`
          select count(*) as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
        return isDone || (rows[0]?.waiting ?? 0) >= many
      },
      { timeout: 20_000, interval: 20 },
    )
    .toBe(true)
}

/**
 * Runs works that meet: on PostgreSQL `hold` takes locks first, each work is begun when the one before it waits for
 * somebody, and the locks are given up when all of them do, or one is through. The embedded database lets one write at a
 * time, so there they just run at once.
 */
export async function meeting<T>(
  db: Kysely<Database>,
  hold: (tx: Transaction<Database>) => Promise<unknown>,
  works: readonly (() => Promise<T>)[],
): Promise<T[]> {
  if (engineOf(db) === 'sqlite') return Promise.all(works.map((work) => work()))
  const begun = await db.transaction().execute(async (tx) => {
    await hold(tx)
    const running: Promise<T>[] = []
    for (const work of works) {
      running.push(work())
      await blocked(db, running, running.length)
    }
    return { running }
  })
  return Promise.all(begun.running)
}
