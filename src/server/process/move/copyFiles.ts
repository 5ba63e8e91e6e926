import { createHash } from 'node:crypto'
import { listReferencedFiles } from '#server/db/exportTables.ts'
import { mapParallel } from '#server/parallel.ts'
import { PARALLEL_UPLOADS } from '#server/storage/contentStore.ts'
import { hashFile } from '#server/storage/hashFile.ts'
import { stat } from 'node:fs/promises'
import { AppError } from '#shared/errors/index.ts'
import type { BlobStore } from '#server/storage/blobStore.ts'
import type { OpenInstallation } from './installation.ts'

/** Counts of a copy of files. */
export interface CopyCounts {
  /** Number of all files, number of files copied before, and keys that the source lacks. */
  all: number
  copiedBefore: number
  missing: string[]
}

/** The hash that a key contains; null: none. */
function hashInKey(key: string): { algorithm: 'sha256' | 'sha512'; hash: string } | null {
  const hash = key.split('/').at(-1) ?? ''
  if (key.startsWith('content/')) return { algorithm: 'sha512', hash }
  return key.startsWith('bytes/') ? { algorithm: 'sha256', hash } : null
}

/** Copies files that the target lacks; can be repeated. */
export async function copyBytes(
  from: OpenInstallation,
  to: OpenInstallation,
  say: (text: string) => void,
): Promise<CopyCounts> {
  const keys = await listReferencedFiles(from.db)
  const copied: CopyCounts = { all: keys.length, copiedBefore: 0, missing: [] }
  let done = 0
  await mapParallel(keys, PARALLEL_UPLOADS, async (key) => {
    if (await to.blobs.has(key)) copied.copiedBefore += 1
    else if (await from.blobs.has(key)) await copyOne(from.blobs, to.blobs, key)
    else copied.missing.push(key)
    done += 1
    if (done % 500 === 0) say(`  已复制 ${done} / ${keys.length} 个文件`)
  })
  return copied
}

export async function copyOne(from: BlobStore, to: BlobStore, key: string): Promise<void> {
  const taken = await from.extract(key, { keep: true })
  try {
    const promise = hashInKey(key)
    if (promise && (await hashFile(taken.file, promise.algorithm)) !== promise.hash)
      throw new AppError('conflict', `原存储中 ${key} 的内容已损坏，请先从备份恢复该文件`)
    await to.store({ file: taken.file, size: (await stat(taken.file)).size }, key)
  } finally {
    await taken.undo()
  }
}

/**
 * Reads files of the target and compares their hashes with their keys. @throws AppError `internal` that names a
 * differing file
 */
export async function checkBytes(store: BlobStore, keys: readonly string[]): Promise<void> {
  await mapParallel(keys, PARALLEL_UPLOADS, async (key) => {
    const promise = hashInKey(key)
    const hash = createHash(promise?.algorithm ?? 'sha256')
    for await (const piece of await store.stream(key)) hash.update(piece as Buffer)
    if (promise && hash.digest('hex') !== promise.hash)
      throw new AppError('internal', `新存储中 ${key} 的内容与原存储不一致，请删除该文件后重新运行`)
  })
}
