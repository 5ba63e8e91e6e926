import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { naming } from './fsErrors.ts'
import { removeLeftovers } from './leftovers.ts'
import { syncFolder } from './local/durable.ts'
import type { ByteRange } from './templateStore.ts'

/** A stream that was written to disk, under a name nobody knows yet. */
export interface Received {
  file: string
  size: number
  /** Hex. */
  sha512: string
  /** Hex; empty unless asked for. */
  sha256: string
}

/** Uploaded files. `key` is a relative path that the server itself made, such as `2026/11/<id>.png`. */
export interface BlobStore {
  /** Streams to a temporary file while hashing; nothing stays when the stream or the disk fails. */
  receive(stream: Readable, options: { sha256: boolean }): Promise<Received>
  /** Gives a received file its key. */
  keep(received: Received, key: string): Promise<void>
  discard(received: Received): Promise<void>
  /** Absolute path of a kept file, whether it is there or not. */
  fileOf(key: string): string
  /** The bytes of a kept file. AppError `not-found` when they are gone. */
  stream(key: string, range?: ByteRange): Promise<Readable>
  remove(key: string): Promise<void>
  /** Removes what a killed process left half received. */
  prune(now: Date): Promise<void>
}

/** Blobs in a local folder; its `tmp` holds what is still coming in. */
export function openBlobStore(folder: string): BlobStore {
  const fileOf = (key: string): string => join(folder, ...key.split('/'))
  return {
    fileOf,
    receive: (stream, options) => naming('上传的文件', () => receive(join(folder, 'tmp'), stream, options)),
    keep: (received, key) =>
      naming('上传的文件', async () => {
        const target = fileOf(key)
        await mkdir(dirname(target), { recursive: true })
        await rename(received.file, target)
        await syncFolder(dirname(target))
      }),
    discard: (received) => rm(received.file, { force: true }),
    stream: (key, range) => naming('上传的文件', async () => (await open(fileOf(key), 'r')).createReadStream(range)),
    remove: (key) => rm(fileOf(key), { force: true }),
    prune: (now) => removeLeftovers(join(folder, 'tmp'), now),
  }
}

async function receive(tmpDir: string, stream: Readable, options: { sha256: boolean }): Promise<Received> {
  await mkdir(tmpDir, { recursive: true })
  const file = join(tmpDir, randomUUID())
  const sha512 = createHash('sha512')
  const sha256 = options.sha256 ? createHash('sha256') : null
  let size = 0
  const handle = await open(file, 'wx')
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      sha512.update(chunk)
      sha256?.update(chunk)
      await handle.writeFile(chunk)
      size += chunk.length
    }
    await handle.sync()
  } catch (error) {
    await rm(file, { force: true })
    throw error
  } finally {
    await handle.close()
  }
  return { file, size, sha512: sha512.digest('hex'), sha256: sha256?.digest('hex') ?? '' }
}
