import { randomUUID } from 'node:crypto'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { currentDb } from '#server/db/ambientDatabase.ts'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import { EXPIRING_FILES } from '#server/storage/keyPrefixes.ts'
import { removeOlder } from '#server/storage/leftovers.ts'
import { syncFile } from '#server/storage/local/durable.ts'
import { storesOf } from '#server/storage/stores.ts'
import type { ExpiringFile } from '#server/storage/expiringFiles.ts'
import { ARCHIVE_RETENTION_DAYS } from '#shared/contract/siteArchive.ts'
import { DAY_MS } from '#shared/util/dates.ts'

type Db = Kysely<Database>

// Archives are blobs under their own key prefix; rows of `kept_file` hold their expiry. The row is written before
// the bytes, so that bytes left by a killed process can be found and removed.

/** Lifetime of a row whose bytes are still being stored: longer than any transfer takes. */
const PENDING_MS = DAY_MS
/** Lifetime of an uploaded archive whose import never ends; the job removes the archive itself. */
const IMPORT_RETENTION_MS = 30 * DAY_MS
export const ARCHIVE_RETENTION_MS = ARCHIVE_RETENTION_DAYS * DAY_MS
/** Prefix of the blob keys of archives. */
export const ARCHIVE_KEY_PREFIX = `${EXPIRING_FILES}archives/`

const archivesFolder = (deps: Pick<ServerDeps, 'dataDir'>): string => join(deps.dataDir, 'archives')
/** Every attempt has its own key, because an attempt that lost its lease may still be writing. */
const exportKey = (jobId: number, attempt: string): string => `${ARCHIVE_KEY_PREFIX}export-${jobId}-${attempt}.zip`
const importKey = (name: string): string => `${ARCHIVE_KEY_PREFIX}import-${name}.zip`

const upsertKeptFile = (db: Db, fileKey: string, size: number, endTime: number) =>
  db
    .insertInto('kept_file')
    .values({ fileKey, size, endTime })
    .onConflict((conflict) => conflict.column('fileKey').doUpdateSet({ size, endTime }))
    .execute()

/** The zip file of an export that is being written. */
export interface NewExport {
  /** Path of the zip file on this machine while it is written. */
  part: string
  /** Copies the finished zip file into the blob store. */
  store(): Promise<void>
  /** Makes the export downloadable, in the transaction that ends the job. */
  finish(db: Db): Promise<void>
  discard(): Promise<void>
}

export async function createExport(deps: ServerDeps, jobId: number): Promise<NewExport> {
  const part = join(archivesFolder(deps), `export-${jobId}.zip.part`)
  await mkdir(archivesFolder(deps), { recursive: true, mode: 0o700 })
  const { blobs } = await storesOf(deps)
  const key = exportKey(jobId, randomUUID())
  const now = (): number => deps.clock.now().getTime()
  return {
    part,
    store: async () => {
      await syncFile(part)
      const { size } = await stat(part)
      await upsertKeptFile(currentDb(deps.db), key, size, now() + PENDING_MS)
      await blobs.store({ file: part, size }, key)
      await rm(part, { force: true })
    },
    finish: async (db) => {
      await db
        .updateTable('kept_file')
        .set({ endTime: now() + ARCHIVE_RETENTION_MS })
        .where('fileKey', '=', key)
        .execute()
    },
    discard: async () => {
      await rm(part, { force: true })
      await removeKeptFile(deps, key)
    },
  }
}

export interface StoredExport extends ExpiringFile {
  etag: string
}

/** The zip file of a finished export; null when it has expired. */
export async function findExport(deps: ServerDeps, jobId: number): Promise<StoredExport | null> {
  const { blobs } = await storesOf(deps)
  // Of several attempts, the one that ended the job has the latest expiry.
  const row = await currentDb(deps.db)
    .selectFrom('kept_file')
    .selectAll()
    .where('fileKey', 'like', exportKey(jobId, '%'))
    .where('endTime', '>=', deps.clock.now().getTime())
    .orderBy('endTime', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const { fileKey, size, endTime } = row
  return { size, etag: `"${jobId}-${size}-${endTime}"`, open: (range) => blobs.stream(fileKey, range) }
}

/** Copies an upload for an import, before its job exists. Returns the copy's name for the job's input. */
export async function copyImportArchive(deps: ServerDeps, upload: { blobKey: string; size: number }): Promise<string> {
  const { blobs } = await storesOf(deps)
  const name = randomUUID()
  await upsertKeptFile(currentDb(deps.db), importKey(name), upload.size, deps.clock.now().getTime() + PENDING_MS)
  await blobs.copy(upload.blobKey, importKey(name))
  return name
}

/** Extends the lifetime of the copy, in the transaction that queues the job. */
export async function retainImportArchive(db: Db, deps: ServerDeps, name: string): Promise<void> {
  const endTime = deps.clock.now().getTime() + IMPORT_RETENTION_MS
  await db.updateTable('kept_file').set({ endTime }).where('fileKey', '=', importKey(name)).execute()
}

/** The archive of an import as a local file. Call `release` when done. */
export async function openImportArchive(
  deps: ServerDeps,
  name: string,
): Promise<{ file: string; release: () => Promise<void> }> {
  const { blobs } = await storesOf(deps)
  const localPath = blobs.local?.pathOf(importKey(name))
  if (localPath !== undefined) return { file: localPath, release: async () => undefined }
  const copy = await blobs.extract(importKey(name), { keep: true })
  return { file: copy.file, release: copy.undo }
}

export const removeImportArchive = (deps: ServerDeps, name: string): Promise<void> =>
  removeKeptFile(deps, importKey(name))

async function removeKeptFile(deps: ServerDeps, key: string): Promise<void> {
  const { blobs } = await storesOf(deps)
  await blobs.remove(key)
  await currentDb(deps.db).deleteFrom('kept_file').where('fileKey', '=', key).execute()
}

/** Removes expired archives, and partial files that killed processes left behind. */
export async function pruneArchives(deps: ServerDeps): Promise<void> {
  const now = deps.clock.now().getTime()
  const rows = currentDb(deps.db).selectFrom('kept_file').select('fileKey').where('endTime', '<', now)
  for (const { fileKey } of await rows.where('fileKey', 'like', `${ARCHIVE_KEY_PREFIX}%`).execute())
    await removeKeptFile(deps, fileKey)
  await removeOlder(archivesFolder(deps), now - ARCHIVE_RETENTION_MS)
}

const importJobInput = z.object({ archive: z.string().default('') })

/** Removes archives of imports whose jobs ended without removing them. */
export async function pruneImportArchives(deps: ServerDeps): Promise<void> {
  const now = deps.clock.now().getTime()
  // The files are read before the jobs, so that every retained file already has its job.
  const rows = await currentDb(deps.db)
    .selectFrom('kept_file')
    .select('fileKey')
    .where('fileKey', 'like', importKey('%'))
    .where('endTime', '>', now + PENDING_MS)
    .execute()
  const jobs = await currentDb(deps.db)
    .selectFrom('job')
    .select(['id', 'input'])
    .where('kind', '=', 'site.import')
    .where('state', 'in', ['queued', 'running'])
    .execute()
  const keys = new Set(jobs.map(({ input }) => importKey(importJobInput.parse(JSON.parse(input)).archive)))
  for (const { fileKey } of rows) if (!keys.has(fileKey)) await removeKeptFile(deps, fileKey)
}
