import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { AppError } from '#shared/errors/index.ts'
import { BackupCopier } from './copyFiles.ts'
import { copySites } from './copySites.ts'
import { embeddedFile, openDatabase } from '../db/connect.ts'
import { exportTables, listReferencedFiles, readSequences } from '../db/exportTables.ts'
import { queryTimeout } from '../db/queryTimeout.ts'
import { engineOf } from '../db/dialect.ts'
import type { Database } from '../db/schema.ts'
import { moveDurably, syncFile, syncFolder, syncTree } from '../storage/local/durable.ts'
import { runInThread } from '../runInThread.ts'
import { VERSION } from '../version.ts'

/** Timeout of one step, which may read all rows of a table. */
export const STEP_TIMEOUT_MS = 3600_000
/** Maximum number of attempts. Each repeats the snapshot and copies only missing files, so it is quick. */
const MAX_ATTEMPTS = 30
/** Entries that are not copied as files: the database, files of a process, caches. */
export const EXCLUDED =
  /^(sitecraft\.db(-wal|-shm)?|server\.lock|logs|cache|code-cache|before-upgrade|archives|sheets|backups)$/
/** Entries that are not copied when files are in a bucket, where the local files are only a cache. */
const EXCLUDED_WITH_BUCKET = new RegExp(`${EXCLUDED.source}|^(statics|uploads|previews)$`)
/** Without the parts that are copied separately: built pages, and the store. */
const EXCLUDED_FROM_TREE = new RegExp(`${EXCLUDED.source}|^(statics|uploads)$`)
/** Folders of the store that are not copied: temporary files, and files that are being written. */
const EXCLUDED_FROM_STORE = /^(kept|tmp|journal|rights)$/
export const MARK_FILE = 'backup.json'
/** The description of a backup. It is written last: a folder without it is no complete backup. */
export const backupMarkSchema = z.object({
  format: z.literal(1),
  engine: z.enum(['sqlite', 'postgres']),
  version: z.string(),
  at: z.string(),
  migrations: z.array(z.string()),
  sequences: z.record(z.string(), z.number()),
  /** Size of all files; absent in backups of earlier versions. */
  bytes: z.number().optional(),
})

export type Mark = z.output<typeof backupMarkSchema>

/** A server's data. */
export interface ServerData {
  dataDir: string
  /** Absent: the embedded database in the data folder. */
  databaseUrl?: string | undefined
}
/** The data of a server that may be running; `db`: connections of the running server. */
export interface BackupSource extends ServerData {
  /** Set when uploads are in a bucket; they are not copied then. */
  s3: object | null
  db?: Kysely<Database> | undefined
}

/**
 * Copies a server's data into an empty folder while the server runs: a snapshot of the database, then the files. Files
 * are stored before the rows that refer to them, so no file is missing; if one was deleted meanwhile, the snapshot is
 * repeated.
 * @throws AppError `not-found` without data, `conflict` when all attempts fail
 */
export async function backup(source: BackupSource, dir: string): Promise<string> {
  const { dataDir, s3 } = source
  if (!isPostgres(source) && !existsSync(embeddedFile(dataDir)))
    throw new AppError('not-found', `${dataDir} 中没有数据，没有可以备份的内容`)
  await requireEmpty(dir, '备份')
  const files = path.join(dir, 'files')
  const copying = new BackupCopier()
  for (let attempt = 1; ; attempt++) {
    const { named, ...snapshot } = await queryTimeout.run(STEP_TIMEOUT_MS, () => createSnapshot(source, dir))
    if (attempt === 1) await copyData(copying, dataDir, files, s3 !== null)
    for (const name of findMissing(named, files, s3 !== null)) await copying.updateEntry(dataDir, files, name)
    const missing = findMissing(named, files, s3 !== null)
    if (missing.length === 0) {
      const whole = {
        format: 1,
        version: VERSION,
        at: new Date().toISOString(),
        ...snapshot,
        bytes: await measureFolder(dir),
      }
      await writeMark(dir, JSON.stringify(backupMarkSchema.parse(whole), null, 2))
      return `已备份到 ${dir}${s3 ? '（不包含存储桶中的文件）' : ''}`
    }
    await rm(path.join(dir, 'database'), { recursive: true, force: true })
    if (attempt === MAX_ATTEMPTS) {
      await rm(files, { recursive: true, force: true })
      throw new AppError('conflict', `备份不完整：缺少 ${missing.slice(0, 3).join('、')} 等文件，请重试`)
    }
  }
}

/** Copies all files except the database. */
async function copyData(copying: BackupCopier, dataDir: string, files: string, inBucket: boolean): Promise<void> {
  await copying.updateFolder(dataDir, files, inBucket ? EXCLUDED_WITH_BUCKET : EXCLUDED_FROM_TREE)
  if (inBucket) return
  const [store, copy] = [path.join(dataDir, 'uploads'), path.join(files, 'uploads')]
  if (existsSync(store)) await copying.updateFolder(store, copy, EXCLUDED_FROM_STORE)
  await copySites(copying, path.join(dataDir, 'statics'), path.join(files, 'statics'))
}

/** Writes the mark after all other files are flushed; the mark itself is written atomically. */
async function writeMark(dir: string, text: string): Promise<void> {
  await syncTree(dir)
  const [part, whole] = [path.join(dir, `${MARK_FILE}.part`), path.join(dir, MARK_FILE)]
  await writeFile(part, text)
  await syncFile(part)
  await moveDurably(part, whole)
  await syncFolder(path.dirname(dir))
}

interface Snapshot {
  engine: 'sqlite' | 'postgres'
  migrations: string[]
  sequences: Record<string, number>
  /** Keys of the store's files that rows refer to. */
  named: string[]
}

const isPostgres = ({ databaseUrl, db }: Pick<BackupSource, 'databaseUrl' | 'db'>): boolean =>
  db ? engineOf(db) === 'postgres' : Boolean(databaseUrl)

const SOURCE = new URL('./vacuum.worker.ts', import.meta.url)
const THREAD_MB = 256
const copyTimeout = (): AppError => new AppError('timeout', '复制数据库超时，请检查磁盘')

async function createSnapshot(source: BackupSource, dir: string): Promise<Snapshot> {
  const { dataDir, databaseUrl } = source
  const target = path.join(dir, 'database')
  await mkdir(target, { recursive: true, mode: 0o700 })
  if (!isPostgres(source)) {
    const copy = path.join(target, 'sitecraft.db')
    // In a thread, because copying a large database would block all calls of a running server.
    await runInThread<null>(
      SOURCE,
      { from: embeddedFile(dataDir), to: copy },
      { heapMb: THREAD_MB, timeoutMs: STEP_TIMEOUT_MS, limitError: copyTimeout },
    )
    const db = openDatabase({ dataDir: target })
    try {
      return { engine: 'sqlite', migrations: [], sequences: {}, named: await listReferencedFiles(db) }
    } finally {
      await db.destroy()
    }
  }
  const db = source.db ?? openDatabase({ dataDir, databaseUrl })
  try {
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        const named = await listReferencedFiles(tx)
        const migrations = await exportTables(tx, target)
        return { engine: 'postgres', migrations, sequences: await readSequences(tx), named }
      })
  } finally {
    if (!source.db) await db.destroy()
  }
}

export async function readMark(dir: string): Promise<Mark> {
  try {
    return backupMarkSchema.parse(JSON.parse(await readFile(path.join(dir, MARK_FILE), 'utf8')))
  } catch (cause) {
    throw new AppError('invalid', `${dir} 不是完整的备份（${MARK_FILE} 缺失或已损坏），请指定其他备份`, { cause })
  }
}

/** Creates the folder. @throws AppError `conflict` when it is not empty */
export async function requireEmpty(dir: string, what: string, allowed: readonly string[] = []): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const there = (await readdir(dir)).filter((name) => name !== 'server.lock' && !allowed.includes(name))
  if (there.length > 0)
    throw new AppError('conflict', `${what}需要空目录，${dir} 中已有 ${there[0]} 等内容，请指定其他目录`)
}

/** Copies a complete backup into an empty folder, the mark last. */
export async function copyBackup(from: string, to: string): Promise<void> {
  await new BackupCopier().updateFolder(from, to, /^backup\.json$/)
  await writeMark(to, await readFile(path.join(from, MARK_FILE), 'utf8'))
}

/** Bytes of all files below a folder. */
export async function measureFolder(dir: string): Promise<number> {
  let bytes = 0
  for (const item of await readdir(dir, { recursive: true, withFileTypes: true }))
    if (item.isFile()) bytes += (await stat(path.join(item.parentPath, item.name)).catch(() => null))?.size ?? 0
  return bytes
}

/** Files that rows refer to and the copy lacks, relative to the data folder. */
function findMissing(named: readonly string[], files: string, inBucket: boolean): string[] {
  if (inBucket) return []
  return named
    .map((key) => path.join('uploads', ...key.split('/')))
    .filter((name) => !existsSync(path.join(files, name)))
}
