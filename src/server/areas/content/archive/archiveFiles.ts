import { randomUUID } from 'node:crypto'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { currentDb } from '#server/db/ambient.ts'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import { EXPIRING } from '#server/storage/areas.ts'
import { removeOlder } from '#server/storage/leftovers.ts'
import { syncFile } from '#server/storage/local/durable.ts'
import { storesOf } from '#server/storage/stores.ts'
import type { ExpiringFile } from '#server/storage/expiringFiles.ts'
import { ARCHIVE_DAYS } from '#shared/contract/siteArchive.ts'
import { DAY_MS } from '#shared/util/dates.ts'

type Db = Kysely<Database>

// Archives lie in the store under keys of their own; rows of `kept_file` say until when. A row comes before its bytes, so that
// what a killed process leaves is known.

/** What a row without an end of its own gets: longer than sending the bytes takes. */
const ON_ITS_WAY_MS = DAY_MS
/** Of the archive of an import, whose job removes it. */
const IMPORT_MS = 30 * DAY_MS
export const ARCHIVE_MS = ARCHIVE_DAYS * DAY_MS
/** What the keys of archives begin with. */
export const ARCHIVES = `${EXPIRING}archives/`

const archivesFolder = (deps: Pick<ServerDeps, 'dataDir'>): string => join(deps.dataDir, 'archives')
/** Each try has a key of its own: one whose lease is lost may still be sending. */
const exportKey = (jobId: number, attempt: string): string => `${ARCHIVES}export-${jobId}-${attempt}.zip`
const importKey = (name: string): string => `${ARCHIVES}import-${name}.zip`

const noteKept = (db: Db, fileKey: string, size: number, endTime: number) =>
  db
    .insertInto('kept_file')
    .values({ fileKey, size, endTime })
    .onConflict((conflict) => conflict.column('fileKey').doUpdateSet({ size, endTime }))
    .execute()

/** An export that is written. */
export interface NewExport {
  /** Where its zip file is written on this machine. */
  part: string
  /** The zip file is whole: makes it safe where it is kept. */
  send(): Promise<void>
  /** Makes it one that people can fetch, with the end of the job. */
  finish(db: Db): Promise<void>
  discard(): Promise<void>
}

export async function newExport(deps: ServerDeps, jobId: number): Promise<NewExport> {
  const part = join(archivesFolder(deps), `export-${jobId}.zip.part`)
  await mkdir(archivesFolder(deps), { recursive: true, mode: 0o700 })
  const { blobs } = await storesOf(deps)
  const key = exportKey(jobId, randomUUID())
  const now = (): number => deps.clock.now().getTime()
  return {
    part,
    send: async () => {
      await syncFile(part)
      const { size } = await stat(part)
      await noteKept(currentDb(deps.db), key, size, now() + ON_ITS_WAY_MS)
      await blobs.keep({ file: part, size }, key)
      await rm(part, { force: true })
    },
    finish: async (db) => {
      await db
        .updateTable('kept_file')
        .set({ endTime: now() + ARCHIVE_MS })
        .where('fileKey', '=', key)
        .execute()
    },
    discard: async () => {
      await rm(part, { force: true })
      await removeKept(deps, key)
    },
  }
}

export interface StoredExport extends ExpiringFile {
  etag: string
}

/** The zip file of an export that is done; null: it is gone. */
export async function findExport(deps: ServerDeps, jobId: number): Promise<StoredExport | null> {
  const { blobs } = await storesOf(deps)
  // The try that ended the job stays longest.
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

/** A copy of an upload for an import, made before its job is there. Answers its name for the input of the job. */
export async function shareImport(deps: ServerDeps, upload: { blobKey: string; size: number }): Promise<string> {
  const { blobs } = await storesOf(deps)
  const name = randomUUID()
  await noteKept(currentDb(deps.db), importKey(name), upload.size, deps.clock.now().getTime() + ON_ITS_WAY_MS)
  await blobs.copy(upload.blobKey, importKey(name))
  return name
}

/** With the row of the job: the copy is wanted. */
export async function retainImport(db: Db, deps: ServerDeps, name: string): Promise<void> {
  const endTime = deps.clock.now().getTime() + IMPORT_MS
  await db.updateTable('kept_file').set({ endTime }).where('fileKey', '=', importKey(name)).execute()
}

/** The archive of an import as a file, and what releases it. */
export async function importArchive(
  deps: ServerDeps,
  name: string,
): Promise<{ file: string; release: () => Promise<void> }> {
  const { blobs } = await storesOf(deps)
  const own = blobs.local?.pathOf(importKey(name))
  if (own !== undefined) return { file: own, release: async () => undefined }
  const taken = await blobs.take(importKey(name), { keep: true })
  return { file: taken.file, release: taken.undo }
}

export const removeImport = (deps: ServerDeps, name: string): Promise<void> => removeKept(deps, importKey(name))

async function removeKept(deps: ServerDeps, key: string): Promise<void> {
  const { blobs } = await storesOf(deps)
  await blobs.remove(key)
  await currentDb(deps.db).deleteFrom('kept_file').where('fileKey', '=', key).execute()
}

/** Removes archives that are past their time, and what a killed process left half written. */
export async function pruneArchives(deps: ServerDeps): Promise<void> {
  const now = deps.clock.now().getTime()
  const rows = currentDb(deps.db).selectFrom('kept_file').select('fileKey').where('endTime', '<', now)
  for (const { fileKey } of await rows.where('fileKey', 'like', `${ARCHIVES}%`).execute())
    await removeKept(deps, fileKey)
  await removeOlder(archivesFolder(deps), now - ARCHIVE_MS)
}

const inputOfImport = z.object({ archive: z.string().default('') })

/** Removes archives of imports whose jobs have ended without them. */
export async function pruneImportArchives(deps: ServerDeps): Promise<void> {
  const now = deps.clock.now().getTime()
  // Before the jobs: what is kept now has its job by now.
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
  const keys = new Set(jobs.map(({ input }) => importKey(inputOfImport.parse(JSON.parse(input)).archive)))
  for (const { fileKey } of rows) if (!keys.has(fileKey)) await removeKept(deps, fileKey)
}
