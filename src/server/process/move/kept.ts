import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, stat, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { exportFile, exportKey, importFile, importKey, importName, ARCHIVE_MS } from '#server/areas/content/index.ts'
import { bucketBackups } from '#server/backup/bucket.ts'
import { type BackupStore, folderBackups } from '#server/backup/store.ts'
import type { Database } from '#server/db/schema.ts'
import { moveDurably } from '#server/storage/local/durable.ts'
import { isSameStore, type OpenInstallation } from './installation.ts'

/** Stands in keys for the try that made an export. */
const MOVED = 'moved'

/** An archive of a site that people can fetch, or that an import goes on with. */
interface Archive {
  kind: 'export' | 'import'
  jobId: number
  /** Where it lies: a file, or a key of the store. */
  at: string
  size: number
  /** ms since 1970 */
  endTime: number
}

/** Archives that are at the new place, as rows there have to name them. */
export type MovedArchives = readonly (Archive & { to: string })[]

const isOnDisk = ({ templates }: OpenInstallation): boolean => templates === 'disk'

/** Copies archives that the new place lacks; may run again and again. What is gone at the old place is left out. */
export async function copyArchives(source: OpenInstallation, target: OpenInstallation): Promise<MovedArchives> {
  const isSame = isOnDisk(source)
    ? isOnDisk(target) && source.dataDir === target.dataDir
    : !isOnDisk(target) && isSameStore(source, target)
  const archives = await archivesOf(source)
  if (isSame) return archives.map((archive) => ({ ...archive, to: archive.at }))
  const moved: (Archive & { to: string })[] = []
  for (const archive of archives) {
    const to = targetOf(target, archive)
    if (isOnDisk(target)) await bring(source, archive, to)
    else if (!(await target.blobs.has(to))) await send(source, target, archive, to)
    moved.push({ ...archive, to })
  }
  return moved
}

const jobInput = z.looseObject({ archive: z.string().default('') })

async function archivesOf(source: OpenInstallation): Promise<Archive[]> {
  const { db } = source
  const now = Date.now()
  const jobs = await db
    .selectFrom('job')
    .select(['id', 'kind', 'input', 'endTime'])
    .where((eb) =>
      eb.or([
        eb.and([eb('kind', '=', 'site.export'), eb('state', '=', 'done'), eb('endTime', '>', now - ARCHIVE_MS)]),
        eb.and([eb('kind', '=', 'site.import'), eb('state', 'in', ['queued', 'running'])]),
      ]),
    )
    .execute()
  const found: Archive[] = []
  for (const { id: jobId, kind: jobKind, input, endTime } of jobs) {
    const kind = jobKind === 'site.export' ? 'export' : 'import'
    const named = jobInput.parse(JSON.parse(input)).archive
    const ends = (endTime ?? now) + ARCHIVE_MS
    if (isOnDisk(source)) {
      const at = kind === 'export' ? exportFile(source, jobId) : importFile(source, jobId)
      const there = await stat(at).catch(() => null)
      if (there) found.push({ kind, jobId, at, size: there.size, endTime: ends })
      continue
    }
    const row = await db
      .selectFrom('kept_file')
      .selectAll()
      .where('fileKey', 'like', kind === 'export' ? exportKey(jobId, '%') : importKey(named || '-'))
      .orderBy('endTime', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (row && (await source.blobs.has(row.fileKey)))
      found.push({ kind, jobId, at: row.fileKey, size: row.size, endTime: kind === 'export' ? row.endTime : ends })
  }
  return found
}

function targetOf(target: OpenInstallation, { kind, jobId, at }: Archive): string {
  if (isOnDisk(target)) return kind === 'export' ? exportFile(target, jobId) : importFile(target, jobId)
  if (at.startsWith('kept/')) return at
  return kind === 'export' ? exportKey(jobId, MOVED) : importKey(`${MOVED}-${jobId}`)
}

async function send(
  source: OpenInstallation,
  target: OpenInstallation,
  { at, size }: Archive,
  to: string,
): Promise<void> {
  if (isOnDisk(source)) return target.blobs.keep({ file: at, size }, to)
  const taken = await source.blobs.take(at, { keep: true })
  try {
    await target.blobs.keep({ file: taken.file, size }, to)
  } finally {
    await taken.undo()
  }
}

/** To a file on the disk, which ends at its time by its mtime. */
async function bring(source: OpenInstallation, { at, size, endTime }: Archive, to: string): Promise<void> {
  const there = await stat(to).catch(() => null)
  if (there?.size === size) return
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  const part = `${to}.move-part`
  const bytes = isOnDisk(source) ? createReadStream(at) : await source.blobs.stream(at)
  await pipeline(bytes, createWriteStream(part, { mode: 0o600, flush: true }))
  const written = new Date(endTime - ARCHIVE_MS)
  await utimes(part, written, written)
  await moveDurably(part, to)
}

/** With the rows of the database: what says where archives are. Sheets and previews, which stay for hours, are left behind. */
export async function settleArchives(
  db: Kysely<Database>,
  source: OpenInstallation,
  target: OpenInstallation,
  moved: MovedArchives,
): Promise<void> {
  if (isOnDisk(target) || !isSameStore(source, target)) await db.deleteFrom('kept_file').execute()
  for (const { kind, jobId, to, size, endTime } of moved) {
    if (!isOnDisk(target))
      await db
        .insertInto('kept_file')
        .values({ fileKey: to, size, endTime })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    if (kind === 'import') await nameArchive(db, jobId, isOnDisk(target) ? '' : importName(to))
  }
}

async function nameArchive(db: Kysely<Database>, jobId: number, archive: string): Promise<void> {
  const { input } = await db.selectFrom('job').select('input').where('id', '=', jobId).executeTakeFirstOrThrow()
  const named = JSON.stringify({ ...jobInput.parse(JSON.parse(input)), archive })
  await db.updateTable('job').set({ input: named }).where('id', '=', jobId).execute()
}

/** Copies whole backups that the new place lacks; those in a folder that the environment names stay there. */
export async function copyBackups(
  source: OpenInstallation,
  target: OpenInstallation,
  backupDir: string | undefined,
  say: (line: string) => void,
): Promise<void> {
  const [from, to] = [backupsOf(source), backupsOf(target)]
  if (backupDir || from.title === to.title) return
  // Half a copy of a move that was stopped would hold its name.
  await to.removeBroken(0)
  const there = new Set((await to.list()).map(({ name }) => name))
  const left = (await from.list()).filter(({ name }) => !there.has(name))
  for (const { name } of left) {
    if (isOnDisk(source)) await to.put(name, join(source.dataDir, 'backups', name))
    else await to.add(name, (dir) => from.fetch(name, dir))
    say(`  已复制备份 ${name}`)
  }
}

function backupsOf({ blobs, templates, s3, dataDir }: OpenInstallation): BackupStore {
  if (templates === 'disk') return folderBackups(join(dataDir, 'backups'))
  const tempFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'sitecraft-backup-'))
  return bucketBackups({ blobs, title: JSON.stringify(s3), tempFolder })
}
