import { stat, statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { ServerDeps } from '../deps.ts'
import { embeddedFile } from './connect.ts'
import { classifyDatabaseError, engineOf } from './dialect.ts'

/**
 * Bytes that the embedded database and its write-ahead log reserve for a full disk. SQLite checkpoints the log every 4
 * MB.
 */
export const RESERVE_BYTES = 6 * 1024 * 1024
/** With less free space no reserve is made, since the reserve itself could fill the disk. */
const MIN_FREE_BYTES = 4 * RESERVE_BYTES
const ROW = 'disk.reserve'

/**
 * Makes the embedded database's files larger than their content, so that signing in and small changes still work on a
 * full disk. Writing and deleting a large row leaves free pages in the database, which new rows use, and a long log,
 * which SQLite overwrites from its beginning after a checkpoint.
 */
export async function ensureDiskReserve({ db, dataDir }: Pick<ServerDeps, 'db' | 'dataDir'>): Promise<void> {
  if (engineOf(db) === 'postgres' || (await hasReserve({ db, dataDir }))) return
  const { bavail, bsize } = await statfs(dataDir)
  if (bavail * bsize < MIN_FREE_BYTES) return
  // Insert and delete use one connection, so that no other query sees the row.
  await db.connection().execute(async (connection) => {
    try {
      await sql`insert or replace into setting (name, value) values (${ROW}, zeroblob(${sql.lit(RESERVE_BYTES)}))`.execute(
        connection,
      )
    } catch (error) {
      if (classifyDatabaseError(error) !== 'full') throw error
    } finally {
      // This also deletes the row of a process that was killed in between.
      await connection.deleteFrom('setting').where('name', '=', ROW).execute()
    }
  })
}

async function hasReserve({ db, dataDir }: Pick<ServerDeps, 'db' | 'dataDir'>): Promise<boolean> {
  const log = await stat(`${embeddedFile(dataDir)}-wal`).catch(() => null)
  const { rows } = await sql<{ bytes: number }>`
    select freelist_count * page_size as bytes from pragma_freelist_count, pragma_page_size`.execute(db)
  return (log?.size ?? 0) >= RESERVE_BYTES && (rows[0]?.bytes ?? 0) >= RESERVE_BYTES / 2
}
