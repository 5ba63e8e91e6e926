import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import { EXPIRING } from '#server/storage/areas.ts'
import { namesIn, removeOlder } from '#server/storage/leftovers.ts'
import { moveDurably } from '#server/storage/local/durable.ts'
import { storesOf } from '#server/storage/stores.ts'
import type { ExpiringFile } from '#server/storage/expiringFiles.ts'
import { ARCHIVE_DAYS } from '#shared/contract/siteArchive.ts'
import { DAY_MS } from '#shared/util/dates.ts'

type Db = Kysely<Database>

// Archives lie in the data folder, or, where nothing is to lie on one disk alone, in the store under keys of their own; rows of
// `kept_file` say until when. A row comes before its bytes, so that what a killed process leaves is known.

/** What a row without an end of its own gets: longer than sending the bytes takes. */
const ON_ITS_WAY_MS = DAY_MS
/** Of the archive of an import, whose job removes it. */
const IMPORT_MS = 30 * DAY_MS
export const ARCHIVE_MS = ARCHIVE_DAYS * DAY_MS
const ARCHIVES = `${EXPIRING}archives/`

export const archivesFolder = (deps: Pick<ServerDeps, 'dataDir'>): string => join(deps.dataDir, 'archives')
export const exportFile = (deps: Pick<ServerDeps, 'dataDir'>, jobId: number): string =>
  join(archivesFolder(deps), `export-${jobId}.zip`)
export const importFile = (deps: Pick<ServerDeps, 'dataDir'>, jobId: number): string =>
  join(archivesFolder(deps), `import-${jobId}.zip`)
/** Each try has a key of its own: one whose lease is lost may still be sending. */
export const exportKey = (jobId: number, attempt: string): string => `${ARCHIVES}export-${jobId}-${attempt}.zip`
export const importKey = (name: string): string => `${ARCHIVES}import-${name}.zip`
/** The name in the input of the job, of such a key. */
export const importName = (key: string): string => key.slice(importKey('').length - '.zip'.length, -'.zip'.length)

const noteKept = (db: Db, fileKey: string, size: number, endTime: number) =>
  db
    .insertInto('kept_file')
    .values({ fileKey, size, endTime })
    .onConflict((conflict) => conflict.column('fileKey').doUpdateSet({ size, endTime }))
    .execute()

const isShared = async (deps: ServerDeps): Promise<boolean> => (await storesOf(deps)).place !== 'disk'

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
  const file = exportFile(deps, jobId)
  const part = `${file}.part`
  await mkdir(archivesFolder(deps), { recursive: true, mode: 0o700 })
  if (!(await isShared(deps)))
    return {
      part,
      send: () => moveDurably(part, file),
      finish: async () => undefined,
      discard: async () => {
        await rm(part, { force: true })
        await rm(file, { force: true })
      },
    }
  const { blobs } = await storesOf(deps)
  const key = exportKey(jobId, randomUUID())
  const now = (): number => deps.clock.now().getTime()
  return {
    part,
    send: async () => {
      const { size } = await stat(part)
      await noteKept(deps.db, key, size, now() + ON_ITS_WAY_MS)
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
  const { blobs, place } = await storesOf(deps)
  if (place === 'disk') {
    const file = exportFile(deps, jobId)
    const found = await stat(file).catch(() => null)
    if (!found) return null
    const { size, mtimeMs } = found
    return {
      size,
      etag: `"${jobId}-${size}-${Math.floor(mtimeMs)}"`,
      open: async (range) => createReadStream(file, range),
    }
  }
  // The try that ended the job stays longest.
  const row = await deps.db
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

/**
 * A copy of an upload for an import, made before its job is there, where processes share nothing but the store.
 * @returns its name for the input of the job; null: the archive lies on a disk, and is moved by `takeImport`
 */
export async function shareImport(deps: ServerDeps, upload: { blobKey: string; size: number }): Promise<string | null> {
  if (!(await isShared(deps))) return null
  const { blobs } = await storesOf(deps)
  const name = randomUUID()
  await noteKept(deps.db, importKey(name), upload.size, deps.clock.now().getTime() + ON_ITS_WAY_MS)
  await blobs.copy(upload.blobKey, importKey(name))
  return name
}

/** With the row of the job: the copy is wanted. */
export async function retainImport(db: Db, deps: ServerDeps, name: string): Promise<void> {
  const endTime = deps.clock.now().getTime() + IMPORT_MS
  await db.updateTable('kept_file').set({ endTime }).where('fileKey', '=', importKey(name)).execute()
}

/** Takes over the archive of an import that lies on this disk; answers what takes that back. */
export async function takeImport(deps: ServerDeps, jobId: number, file: string): Promise<() => Promise<void>> {
  const target = importFile(deps, jobId)
  await mkdir(archivesFolder(deps), { recursive: true, mode: 0o700 })
  await moveDurably(file, target)
  return () => moveDurably(target, file)
}

/** The archive of an import as a file, and what gives it back. @param name '' when it lies on this disk */
export async function importArchive(
  deps: ServerDeps,
  jobId: number,
  name: string,
): Promise<{ file: string; giveBack: () => Promise<void> }> {
  if (name === '') return { file: importFile(deps, jobId), giveBack: async () => undefined }
  const { blobs } = await storesOf(deps)
  const taken = await blobs.take(importKey(name), { keep: true })
  return { file: taken.file, giveBack: taken.undo }
}

export async function removeImport(deps: ServerDeps, jobId: number, name: string): Promise<void> {
  if (name === '') await rm(importFile(deps, jobId), { force: true })
  else await removeKept(deps, importKey(name))
}

async function removeKept(deps: ServerDeps, key: string): Promise<void> {
  const { blobs } = await storesOf(deps)
  await blobs.remove(key)
  await deps.db.deleteFrom('kept_file').where('fileKey', '=', key).execute()
}

/** Removes archives that are past their time, and what a killed process left half written. */
export async function pruneArchives(deps: ServerDeps): Promise<void> {
  const now = deps.clock.now().getTime()
  const rows = deps.db.selectFrom('kept_file').select('fileKey').where('endTime', '<', now)
  for (const { fileKey } of await rows.where('fileKey', 'like', `${ARCHIVES}%`).execute())
    await removeKept(deps, fileKey)
  await removeOlder(archivesFolder(deps), now - ARCHIVE_MS)
}

/** Long enough between the taking of an archive and the commit of its job. */
const SETTLING_MS = 3600_000
const inputOfImport = z.object({ archive: z.string().default('') })

/** Removes archives of imports whose jobs have ended without them. */
export async function pruneImportArchives(deps: ServerDeps): Promise<void> {
  const now = deps.clock.now().getTime()
  // Before the jobs: what is kept now has its job by now.
  const rows = await deps.db
    .selectFrom('kept_file')
    .select('fileKey')
    .where('fileKey', 'like', importKey('%'))
    .where('endTime', '>', now + ON_ITS_WAY_MS)
    .execute()
  const jobs = await deps.db
    .selectFrom('job')
    .select(['id', 'input'])
    .where('kind', '=', 'site.import')
    .where('state', 'in', ['queued', 'running'])
    .execute()
  const keys = new Set(jobs.map(({ input }) => importKey(inputOfImport.parse(JSON.parse(input)).archive)))
  for (const { fileKey } of rows) if (!keys.has(fileKey)) await removeKept(deps, fileKey)
  const going = new Set(jobs.map(({ id }) => id))
  for (const name of await namesIn(archivesFolder(deps))) {
    const jobId = Number(/^import-(\d+)\.zip$/.exec(name)?.[1] ?? 0)
    const found = jobId > 0 && !going.has(jobId) && (await stat(importFile(deps, jobId)).catch(() => null))
    if (found && found.ctimeMs < Date.now() - SETTLING_MS) await rm(importFile(deps, jobId), { force: true })
  }
}
