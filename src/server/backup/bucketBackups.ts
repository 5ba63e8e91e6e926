import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { AppError } from '#shared/errors/index.ts'
import { BACKUP_DATA, BACKUP_MARKS } from '../storage/keyPrefixes.ts'
import type { BlobStore } from '../storage/blobStore.ts'
import { mapParallel } from '#server/parallel.ts'
import { PARALLEL_UPLOADS } from '#server/storage/contentStore.ts'
import { hashFile } from '../storage/hashFile.ts'
import { backupMarkSchema as markSchema, MARK_FILE, readMark } from './backup.ts'
import { BACKUP_NAME, type BackupStore, toListItem, nameInUse } from './backupStore.ts'

/** File paths within a backup; none leads out of its folder. */
const SAFE_PATH = /^(?!\/)(?!(?:.*\/)?\.{1,2}(?:\/|$))[^\\\0]+$/
/** The description of a backup in the bucket, which lists its files and is written last. */
const storedMark = markSchema.extend({
  files: z.array(
    z.object({ name: z.string().regex(SAFE_PATH), size: z.number(), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  ),
})
type StoredMark = z.output<typeof storedMark>

const markKey = (name: string): string => `${BACKUP_MARKS}${name}.json`
const dataKey = (name: string, file: string): string => `${BACKUP_DATA}${name}/${file}`

export interface BucketOptions {
  blobs: BlobStore
  /** For a person. */
  title: string
  /** Creates an empty local folder in which a backup is written before the upload. */
  tempFolder: () => Promise<string>
}

/** Creates a store of backups in the bucket that all processes share; local files are only temporary. */
export function createBucketBackups({ blobs, title, tempFolder }: BucketOptions): BackupStore {
  const inTemp = async (work: (dir: string) => Promise<void>): Promise<void> => {
    const dir = await tempFolder()
    try {
      await work(dir)
    } finally {
      await rm(dir, { recursive: true, force: true })
    }
  }
  const remove = async (name: string): Promise<void> => {
    await blobs.remove(markKey(name))
    for await (const { key } of blobs.list(dataKey(name, ''))) await blobs.remove(key)
  }
  const put = async (name: string, dir: string): Promise<void> => {
    if (await blobs.has(markKey(name))) throw nameInUse(name)
    try {
      await upload(blobs, name, dir)
    } catch (error) {
      // Objects that can't be removed now are orphans, which the sweep deletes.
      await remove(name).catch(() => undefined)
      throw error
    }
  }
  return {
    title,
    inBucket: true,
    remove,
    addCopy: put,
    list: async () => {
      const names: string[] = []
      for await (const { key } of blobs.list(BACKUP_MARKS)) {
        const name = key.slice(BACKUP_MARKS.length, -'.json'.length)
        if (BACKUP_NAME.test(name)) names.push(name)
      }
      const marks = await Promise.all(names.map((name) => readStoredMark(blobs, name).catch(ignoreMissing)))
      return names
        .flatMap((name, at) => {
          const mark = marks[at]
          return mark ? [toListItem(name, mark, mark.bytes ?? sizeOf(mark))] : []
        })
        .sort((a, b) => (a.name < b.name ? 1 : -1))
    },
    add: (name, write) =>
      inTemp(async (dir) => {
        await write(dir)
        await put(name, dir)
      }),
    fetch: async (name, dir) => {
      const { files, ...mark } = await readStoredMark(blobs, name)
      for (const file of files) {
        await mkdir(dirname(join(dir, file.name)), { recursive: true, mode: 0o700 })
        await downloadFile(await blobs.stream(dataKey(name, file.name)), join(dir, file.name), file)
      }
      await writeFile(join(dir, MARK_FILE), JSON.stringify(mark, null, 2))
    },
    // An incomplete backup may be one that another process is writing, so it is left to the sweep, which waits a day.
    removeBroken: async () => undefined,
  }
}

const sizeOf = ({ files }: StoredMark): number => files.reduce((sum, { size }) => sum + size, 0)

/** Another process may have removed the backup meanwhile. */
function ignoreMissing(error: unknown): null {
  if (error instanceof AppError && error.code !== 'unavailable') return null
  throw error
}

/** @throws AppError `not-found`, `invalid` */
async function readStoredMark(blobs: BlobStore, name: string): Promise<StoredMark> {
  const text = (await buffer(await blobs.stream(markKey(name)))).toString('utf8')
  try {
    return storedMark.parse(JSON.parse(text))
  } catch (cause) {
    throw new AppError('invalid', `存储桶中备份 ${name} 的说明文件已损坏，请使用其他备份`, { cause })
  }
}

/** Uploads a complete backup file by file, its mark last. */
async function upload(blobs: BlobStore, name: string, dir: string): Promise<void> {
  const mark = await readMark(dir)
  const found = await readdir(dir, { recursive: true, withFileTypes: true })
  const names = found
    .filter((item) => item.isFile())
    .map((item) => relative(dir, join(item.parentPath, item.name)).split(sep).join('/'))
    .filter((file) => file !== MARK_FILE)
  const files: StoredMark['files'] = []
  await mapParallel(names.toSorted(), PARALLEL_UPLOADS, async (file) => {
    const path = join(dir, file)
    const { size } = await stat(path)
    files.push({ name: file, size, sha256: await hashFile(path, 'sha256') })
    await blobs.store({ file: path, size }, dataKey(name, file))
  })
  const whole: StoredMark = { ...mark, files: files.toSorted((a, b) => (a.name < b.name ? -1 : 1)) }
  const path = join(dir, MARK_FILE)
  await writeFile(path, JSON.stringify(storedMark.parse(whole)))
  await blobs.store({ file: path, size: (await readFile(path)).length }, markKey(name))
}

async function downloadFile(
  stream: Readable,
  target: string,
  { name, size, sha256 }: StoredMark['files'][number],
): Promise<void> {
  const hash = createHash('sha256')
  let got = 0
  stream.on('data', (piece: Buffer) => {
    hash.update(piece)
    got += piece.length
  })
  await pipeline(stream, createWriteStream(target, { mode: 0o600 }))
  if (got !== size || hash.digest('hex') !== sha256)
    throw new AppError('invalid', `存储桶中的备份已损坏：${name} 与备份时不同，请使用其他备份`)
}
