import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { bytesKey } from '#server/db/bytesKey.ts'
import { mapParallel } from '#server/parallel.ts'
import { SENDING } from '#server/storage/contents.ts'
import { hashFile } from '#server/storage/hashFile.ts'
import { stat } from 'node:fs/promises'
import { AppError } from '#shared/errors/index.ts'
import type { BlobStore } from '#server/storage/blobStore.ts'
import type { OpenInstallation } from './installation.ts'
import { contentsOf, type Trees } from './trees.ts'

/** What became of the bytes. */
export interface Copied {
  /** In all, those that were there before, and those that the old place lacks. */
  all: number
  were: number
  missing: string[]
}

/** Keys of the uploads that rows name. */
export async function uploadKeys(db: Kysely<Database>): Promise<string[]> {
  const rows = await db.selectFrom('blob').select('blobKey').where('isStored', '=', 1).execute()
  return rows.map(({ blobKey }) => blobKey)
}

/** The hash that the name of some bytes promises; null: it promises none. */
function promised(key: string): { algorithm: 'sha256' | 'sha512'; hash: string } | null {
  const hash = key.split('/').at(-1) ?? ''
  if (key.startsWith('content/')) return { algorithm: 'sha512', hash }
  return key.startsWith('bytes/') ? { algorithm: 'sha256', hash } : null
}

/** Copies uploads that the new place lacks; may run again and again. */
export async function copyUploads(
  from: OpenInstallation,
  to: OpenInstallation,
  say: (text: string) => void,
): Promise<Copied> {
  const keys = await uploadKeys(from.db)
  const copied: Copied = { all: keys.length, were: 0, missing: [] }
  let done = 0
  await mapParallel(keys, SENDING, async (key) => {
    if (await to.blobs.has(key)) copied.were += 1
    else if (await from.blobs.has(key)) await copyOne(from.blobs, to.blobs, key)
    else copied.missing.push(key)
    done += 1
    if (done % 500 === 0) say(`  已复制 ${done} / ${keys.length} 个上传的文件`)
  })
  return copied
}

async function copyOne(from: BlobStore, to: BlobStore, key: string): Promise<void> {
  const taken = await from.take(key, { keep: true })
  try {
    const promise = promised(key)
    if (promise && (await hashFile(taken.file, promise.algorithm)) !== promise.hash)
      throw new AppError('conflict', `原来的存储中 ${key} 的内容已损坏，请先从备份恢复这个文件`)
    await to.keep({ file: taken.file, size: (await stat(taken.file)).size }, key)
  } finally {
    await taken.undo()
  }
}

/** Copies the contents of template files that a store lacks. */
export async function copyContents(trees: Trees, to: BlobStore, say: (text: string) => void): Promise<Copied> {
  const contents = [...contentsOf(trees)]
  const copied: Copied = { all: contents.length, were: 0, missing: [] }
  let done = 0
  await mapParallel(contents, SENDING, async ([sha256, size]) => {
    if (await to.has(bytesKey(sha256))) copied.were += 1
    else {
      const { file, giveBack } = await trees.file(sha256)
      try {
        if ((await hashFile(file, 'sha256')) !== sha256)
          throw new AppError('conflict', `${file} 的内容在复制时有变化，请再运行一次`)
        await to.keep({ file, size }, bytesKey(sha256))
      } finally {
        await giveBack()
      }
    }
    done += 1
    if (done % 500 === 0) say(`  已复制 ${done} / ${contents.length} 个模板文件`)
  })
  return copied
}

/** Reads bytes back and compares them with what their names promise. @throws AppError `internal` that names what differs */
export async function checkBytes(store: BlobStore, keys: readonly string[]): Promise<void> {
  await mapParallel(keys, SENDING, async (key) => {
    const promise = promised(key)
    const hash = createHash(promise?.algorithm ?? 'sha256')
    for await (const piece of await store.stream(key)) hash.update(piece as Buffer)
    if (promise && hash.digest('hex') !== promise.hash)
      throw new AppError('internal', `新的存储中 ${key} 的内容与原来不一致，请删除它再运行一次`)
  })
}
