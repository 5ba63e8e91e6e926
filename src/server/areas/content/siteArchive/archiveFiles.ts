import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { currentDb } from '#server/db/ambientDatabase.ts'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import {
  ARCHIVES,
  archivesFolder,
  findArchive,
  newArchive,
  type NewArchive,
  noteArchive,
  ON_ITS_WAY_MS,
  removeArchive,
  type StoredArchive,
} from '#server/storage/archives.ts'
import { removeOlder } from '#server/storage/leftovers.ts'
import { storesOf } from '#server/storage/stores.ts'
import { ARCHIVE_RETENTION_DAYS } from '#shared/contract/siteArchive.ts'
import { DAY_MS } from '#shared/util/dates.ts'

type Db = Kysely<Database>

/** Lifetime of an uploaded archive whose import never ends; the job removes the archive itself. */
const IMPORT_RETENTION_MS = 30 * DAY_MS
export const ARCHIVE_RETENTION_MS = ARCHIVE_RETENTION_DAYS * DAY_MS

const importKey = (name: string): string => `${ARCHIVES}import-${name}.zip`

export const createExport = (deps: ServerDeps, jobId: number): Promise<NewArchive> =>
  newArchive(deps, `export-${jobId}`, ARCHIVE_RETENTION_MS)

/** The zip file of a finished export; null when it has expired. */
export const findExport = (deps: ServerDeps, jobId: number): Promise<StoredArchive | null> =>
  findArchive(deps, `export-${jobId}`)

/** Copies an upload for an import, before its job exists. Returns the copy's name for the job's input. */
export async function copyImportArchive(deps: ServerDeps, upload: { blobKey: string; size: number }): Promise<string> {
  const { blobs } = await storesOf(deps)
  const name = randomUUID()
  await noteArchive(currentDb(deps.db), importKey(name), upload.size, deps.clock.now().getTime() + ON_ITS_WAY_MS)
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
  removeArchive(deps, importKey(name))

/** Removes expired archives, and partial files that killed processes left behind. */
export async function pruneArchives(deps: ServerDeps): Promise<void> {
  const now = deps.clock.now().getTime()
  const rows = currentDb(deps.db).selectFrom('kept_file').select('fileKey').where('endTime', '<', now)
  for (const { fileKey } of await rows.where('fileKey', 'like', `${ARCHIVES}%`).execute())
    await removeArchive(deps, fileKey)
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
    .where('endTime', '>', now + ON_ITS_WAY_MS)
    .execute()
  const jobs = await currentDb(deps.db)
    .selectFrom('job')
    .select(['id', 'input'])
    .where('kind', '=', 'site.import')
    .where('state', 'in', ['queued', 'running'])
    .execute()
  const keys = new Set(jobs.map(({ input }) => importKey(importJobInput.parse(JSON.parse(input)).archive)))
  for (const { fileKey } of rows) if (!keys.has(fileKey)) await removeArchive(deps, fileKey)
}
