import { randomUUID } from 'node:crypto'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { currentDb } from '#server/db/ambientDatabase.ts'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import { EXPIRING_FILES } from './keyPrefixes.ts'
import type { ExpiringFile } from './expiringFiles.ts'
import { syncFile } from './local/durable.ts'
import { storesOf } from './stores.ts'

type Db = Kysely<Database>

// Archives are blobs under their own key prefix; rows of `kept_file` hold their expiry. The row is written before
// the bytes, so that bytes left by a killed process can be found and removed.

/** Lifetime of a row whose bytes are still being stored: longer than any transfer takes. */
export const ON_ITS_WAY_MS = DAY_MS
/** Prefix of the blob keys of archives. */
export const ARCHIVES = `${EXPIRING_FILES}archives/`

export const archivesFolder = (deps: Pick<ServerDeps, 'dataDir'>): string => join(deps.dataDir, 'archives')
/** Every attempt has its own key, because an attempt that lost its lease may still be writing. */
const archiveKey = (name: string, attempt: string): string => `${ARCHIVES}${name}-${attempt}.zip`

export const noteArchive = (db: Db, fileKey: string, size: number, endTime: number) =>
  db
    .insertInto('kept_file')
    .values({ fileKey, size, endTime })
    .onConflict((conflict) => conflict.column('fileKey').doUpdateSet({ size, endTime }))
    .execute()

/** A zip file that is being written. */
export interface NewArchive {
  /** Path of the zip file on this machine while it is written. */
  part: string
  /** Copies the finished zip file into the blob store. */
  send(): Promise<void>
  /** Makes it downloadable, in the transaction that ends the job. */
  finish(db: Db): Promise<void>
  discard(): Promise<void>
}

/**
 * @param name what it is made of, such as `export-7`
 * @param keptMs how long it can be downloaded
 */
export async function newArchive(deps: ServerDeps, name: string, keptMs: number): Promise<NewArchive> {
  const part = join(archivesFolder(deps), `${name}.zip.part`)
  await mkdir(archivesFolder(deps), { recursive: true, mode: 0o700 })
  const { blobs } = await storesOf(deps)
  const key = archiveKey(name, randomUUID())
  const now = (): number => deps.clock.now().getTime()
  return {
    part,
    send: async () => {
      await syncFile(part)
      const { size } = await stat(part)
      await noteArchive(currentDb(deps.db), key, size, now() + ON_ITS_WAY_MS)
      await blobs.store({ file: part, size }, key)
      await rm(part, { force: true })
    },
    finish: async (db) => {
      await db
        .updateTable('kept_file')
        .set({ endTime: now() + keptMs })
        .where('fileKey', '=', key)
        .execute()
    },
    discard: async () => {
      await rm(part, { force: true })
      await removeArchive(deps, key)
    },
  }
}

export interface StoredArchive extends ExpiringFile {
  etag: string
}

/** A finished zip file; null when it has expired. */
export async function findArchive(deps: ServerDeps, name: string): Promise<StoredArchive | null> {
  const { blobs } = await storesOf(deps)
  // Of several attempts, the one that ended the job has the latest expiry.
  const row = await currentDb(deps.db)
    .selectFrom('kept_file')
    .selectAll()
    .where('fileKey', 'like', archiveKey(name, '%'))
    .where('endTime', '>=', deps.clock.now().getTime())
    .orderBy('endTime', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const { fileKey, size, endTime } = row
  return { size, etag: `"${name}-${size}-${endTime}"`, open: (range) => blobs.stream(fileKey, range) }
}

export async function removeArchive(deps: ServerDeps, key: string): Promise<void> {
  const { blobs } = await storesOf(deps)
  await blobs.remove(key)
  await currentDb(deps.db).deleteFrom('kept_file').where('fileKey', '=', key).execute()
}
