import { type Kysely, sql } from 'kysely'
import { open } from '#server/db/connect.ts'
import { engineOf } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'

/**
 * Reads the database as it is at one moment, while others write. The embedded one is opened a second time: a read there
 * sees the moment at which it began, and holds up nobody.
 */
export async function atOneMoment<T>(
  { db, dataDir }: Pick<ServerDeps, 'db' | 'dataDir'>,
  work: (moment: Kysely<Database>) => Promise<T>,
): Promise<T> {
  if (engineOf(db) === 'postgres')
    return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)
  const other = open({ dataDir })
  try {
    return await other.connection().execute(async (moment) => {
      await sql`begin`.execute(moment)
      try {
        return await work(moment)
      } finally {
        await sql`rollback`.execute(moment)
      }
    })
  } finally {
    await other.destroy()
  }
}
