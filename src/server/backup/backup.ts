import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { AppError } from '#shared/errors/index.ts'
import { Copying } from './copyFiles.ts'
import { copySites } from './copySites.ts'
import { embeddedFile, open } from '../db/connect.ts'
import { exportTables, namedFiles, sequences } from '../db/export.ts'
import { queryTime } from '../db/queryTime.ts'
import { engineOf } from '../db/dialect.ts'
import type { Database } from '../db/schema.ts'
import { moveDurably, syncFile, syncFolder, syncTree } from '../storage/local/durable.ts'
import { runInThread } from '../thread.ts'
import { VERSION } from '../version.ts'

/** One step may go through all rows of a table. */
export const STEP_MS = 3600_000
/** Each looks at the database again and copies only what is still missing, so it is quick. */
const TRIES = 30
/** What is the database's, a process's own, or no data. */
export const LEFT_OUT =
  /^(sitecraft\.db(-wal|-shm)?|server\.lock|logs|cache|code-cache|before-upgrade|archives|sheets|backups)$/
/** The same of a process whose files lie in the bucket: what it has here are copies. */
const LEFT_OUT_SHARED = new RegExp(`${LEFT_OUT.source}|^(statics|uploads|previews)$`)
/** Pages are copied as they were at one moment; of the store only what rows name. */
const WITHOUT_PARTS = new RegExp(`${LEFT_OUT.source}|^(statics|uploads)$`)
/** In the store: what stays for a while only, and what is being written. */
const LEFT_OUT_OF_STORE = /^(kept|tmp|journal|rights)$/
export const MARK = 'backup.json'
/** Written last: a folder without it is no whole backup. */
export const mark = z.object({
  format: z.literal(1),
  engine: z.enum(['sqlite', 'postgres']),
  version: z.string(),
  at: z.string(),
  migrations: z.array(z.string()),
  sequences: z.record(z.string(), z.number()),
  /** Of all its files; absent in backups of earlier versions. */
  bytes: z.number().optional(),
})

export type Mark = z.output<typeof mark>

/** A server's data. */
export interface ServerData {
  dataDir: string
  /** Absent: the embedded database in the data folder. */
  databaseUrl?: string | undefined
}
/** The data of a server that may be running; `db`: its own connections. */
export interface Source extends ServerData {
  /** Uploads lie in a bucket, and are not copied. */
  s3: object | null
  db?: Kysely<Database> | undefined
}

/**
 * Copies everything into an empty folder while the server runs: the database as it is at one moment, then the files. Files
 * are there before the rows that name them, so the copy has each; when one was deleted in between, the database is copied
 * anew with those files that have come since. AppErrors: not-found without data, conflict when that never ends.
 */
export async function backup(source: Source, dir: string): Promise<string> {
  const { dataDir, s3 } = source
  if (!isPostgres(source) && !existsSync(embeddedFile(dataDir)))
    throw new AppError('not-found', `${dataDir} 里还没有数据，没有可以备份的内容`)
  await requireEmpty(dir, '备份')
  const files = path.join(dir, 'files')
  const copying = new Copying()
  for (let attempt = 1; ; attempt++) {
    const { named, ...snapshot } = await queryTime.run(STEP_MS, () => snapshotOf(source, dir))
    if (attempt === 1) await copyData(copying, dataDir, files, s3 !== null)
    for (const name of missingOf(named, files, s3 !== null)) await copying.one(dataDir, files, name)
    const missing = missingOf(named, files, s3 !== null)
    if (missing.length === 0) {
      const whole = {
        format: 1,
        version: VERSION,
        at: new Date().toISOString(),
        ...snapshot,
        bytes: await bytesIn(dir),
      }
      await finish(dir, JSON.stringify(mark.parse(whole), null, 2))
      return `已备份到 ${dir}${s3 ? '（存储桶中的文件不在备份里）' : ''}`
    }
    await rm(path.join(dir, 'database'), { recursive: true, force: true })
    if (attempt === TRIES) {
      await rm(files, { recursive: true, force: true })
      throw new AppError('conflict', `备份不完整：缺少 ${missing.slice(0, 3).join('、')} 等文件，请重试`)
    }
  }
}

/** All but the database. */
async function copyData(copying: Copying, dataDir: string, files: string, inBucket: boolean): Promise<void> {
  await copying.tree(dataDir, files, inBucket ? LEFT_OUT_SHARED : WITHOUT_PARTS)
  if (inBucket) return
  const [store, copy] = [path.join(dataDir, 'uploads'), path.join(files, 'uploads')]
  if (existsSync(store)) await copying.tree(store, copy, LEFT_OUT_OF_STORE)
  await copySites(copying, path.join(dataDir, 'statics'), path.join(files, 'statics'))
}

/** Writes the mark once all that it speaks for is safe from a power cut; it is whole or not there itself. */
async function finish(dir: string, text: string): Promise<void> {
  await syncTree(dir)
  const [part, whole] = [path.join(dir, `${MARK}.part`), path.join(dir, MARK)]
  await writeFile(part, text)
  await syncFile(part)
  await moveDurably(part, whole)
  await syncFolder(path.dirname(dir))
}

interface Snapshot {
  engine: 'sqlite' | 'postgres'
  migrations: string[]
  sequences: Record<string, number>
  /** Keys of bytes in the store. */
  named: string[]
}

const isPostgres = ({ databaseUrl, db }: Pick<Source, 'databaseUrl' | 'db'>): boolean =>
  db ? engineOf(db) === 'postgres' : Boolean(databaseUrl)

const SOURCE = new URL('./vacuum.worker.ts', import.meta.url)
const THREAD_MB = 256
const tooMuch = (): AppError => new AppError('timeout', '复制数据库太久，请检查磁盘')

async function snapshotOf(source: Source, dir: string): Promise<Snapshot> {
  const { dataDir, databaseUrl } = source
  const target = path.join(dir, 'database')
  await mkdir(target, { recursive: true, mode: 0o700 })
  if (!isPostgres(source)) {
    const copy = path.join(target, 'sitecraft.db')
    // In a thread: copying a large one would hold up every call of a running server.
    await runInThread<null>(SOURCE, { from: embeddedFile(dataDir), to: copy }, { mb: THREAD_MB, ms: STEP_MS, tooMuch })
    const db = open({ dataDir: target })
    try {
      return { engine: 'sqlite', migrations: [], sequences: {}, named: await namedFiles(db) }
    } finally {
      await db.destroy()
    }
  }
  const db = source.db ?? open({ dataDir, databaseUrl })
  try {
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        const named = await namedFiles(tx)
        const migrations = await exportTables(tx, target)
        return { engine: 'postgres', migrations, sequences: await sequences(tx), named }
      })
  } finally {
    if (!source.db) await db.destroy()
  }
}

export async function readMark(dir: string): Promise<Mark> {
  try {
    return mark.parse(JSON.parse(await readFile(path.join(dir, MARK), 'utf8')))
  } catch (cause) {
    throw new AppError('invalid', `${dir} 不是一份完整的备份（缺少 ${MARK} 或它已损坏）`, { cause })
  }
}

/** Makes the folder. AppError `conflict` when it holds something. */
export async function requireEmpty(dir: string, what: string, allowed: readonly string[] = []): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const there = (await readdir(dir)).filter((name) => name !== 'server.lock' && !allowed.includes(name))
  if (there.length > 0) throw new AppError('conflict', `${what}需要一个空目录，而 ${dir} 里已有 ${there[0]} 等内容`)
}

/** A whole backup into an empty folder, the mark last. */
export async function copyBackup(from: string, to: string): Promise<void> {
  await new Copying().tree(from, to, /^backup\.json$/)
  await finish(to, await readFile(path.join(from, MARK), 'utf8'))
}

/** Bytes of all files below a folder. */
export async function bytesIn(dir: string): Promise<number> {
  let bytes = 0
  for (const item of await readdir(dir, { recursive: true, withFileTypes: true }))
    if (item.isFile()) bytes += (await stat(path.join(item.parentPath, item.name)).catch(() => null))?.size ?? 0
  return bytes
}

/** What the rows name and the copy has not; relative to the data folder. */
function missingOf(named: readonly string[], files: string, inBucket: boolean): string[] {
  if (inBucket) return []
  return named
    .map((key) => path.join('uploads', ...key.split('/')))
    .filter((name) => !existsSync(path.join(files, name)))
}
