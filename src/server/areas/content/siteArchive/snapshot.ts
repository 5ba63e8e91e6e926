import { type Kysely, sql } from 'kysely'
import { openDatabase } from '#server/db/connect.ts'
import { engineOf } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'

/**
 * Reads the database from one snapshot while others write. SQLite is opened a second time: a read transaction there
 * sees the state at its start and blocks nobody.
 */
export async function withSnapshot<T>(
  { db, dataDir }: Pick<ServerDeps, 'db' | 'dataDir'>,
  work: (snapshot: Kysely<Database>) => Promise<T>,
): Promise<T> {
  if (engineOf(db) === 'postgres')
    return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)
  const second = openDatabase({ dataDir })
  try {
    return await second.connection().execute(async (moment) => {
      await sql`begin`.execute(moment)
      try {
        return await work(moment)
      } finally {
        await sql`rollback`.execute(moment)
      }
    })
  } finally {
    await second.destroy()
  }
}
