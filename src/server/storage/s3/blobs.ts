import { createWriteStream } from 'node:fs'
import { open, readFile, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { setTimeout as delay } from 'node:timers/promises'
import { S3mini } from 's3mini'
import { AppError } from '#shared/errors/index.ts'
import { backoffMs } from '#shared/util/backoff.ts'
import type { BlobStore, ByteRange, StoredObject } from '../blobStore.ts'
import { openSpool } from '../spool.ts'
import type { S3Options } from './options.ts'

const MISSING_FILE = '“上传的文件”不存在，可能已被删除，请刷新后重试'

/**
 * Opens a blob store in an S3 bucket. Uploads are received in `folder` until they are complete and checked. Errors of
 * the bucket are AppErrors `unavailable`, which callers retry.
 */
export function openS3BlobStore(folder: string, { prefix, ...config }: S3Options): BlobStore {
  const spool = openSpool(folder)
  const bucket = new S3mini(config)
  const path = (key: string): string => prefix + key

  async function stream(key: string, range?: ByteRange): Promise<Readable> {
    const response = await callWithRetry(() =>
      range ? bucket.getObjectRaw(path(key), false, range.start, range.end + 1) : bucket.getObjectResponse(path(key)),
    )
    if (!response?.body || response.status === 404) throw new AppError('not-found', MISSING_FILE)
    return Readable.fromWeb(response.body as WebStream)
  }

  return {
    ...spool,
    stream,
    store: (received, key) =>
      callWithRetry(async () => {
        if (received.size > PART_BYTES) await putInParts(bucket, path(key), received.file)
        else await bucket.putObject(path(key), await readFile(received.file))
      }),
    has: async (key) => (await callWithRetry(() => bucket.objectExists(path(key)))) === true,
    extract: async (key) => {
      const file = await spool.tempFile()
      const undo = (): Promise<void> => rm(file, { force: true })
      try {
        await pipeline(await stream(key), createWriteStream(file, { flush: true }))
      } catch (error) {
        await undo()
        throw error
      }
      return { file, isMoved: false, undo }
    },
    remove: async (key) => void (await callWithRetry(() => bucket.deleteObject(path(key)))),
    copy: async (from, to) => {
      if ((await callWithRetry(() => bucket.objectExists(path(from)))) !== true)
        throw new AppError('not-found', MISSING_FILE)
      await callWithRetry(() => bucket.copyObject(path(from), path(to)))
    },
    local: null,
    list: (start) => listObjects(bucket, prefix, start),
  }
}

/** Objects per call, the maximum of S3. */
const PAGE = 1000

async function* listObjects(bucket: S3mini, prefix: string, start: string): AsyncGenerator<StoredObject> {
  for (let token: string | undefined; ;) {
    const page = await callWithRetry(() => bucket.listObjectsPaged('/', prefix + start, PAGE, token))
    if (!page?.objects) throw new AppError('unavailable', '存储桶不存在，请联系管理员检查 SITECRAFT_S3_URL')
    for (const { Key, Size, LastModified } of page.objects)
      yield { key: Key.slice(prefix.length), size: Size, time: LastModified.getTime() }
    token = page.nextContinuationToken
    if (!token) return
  }
}

/** Maximum number of attempts of a call. */
const MAX_ATTEMPTS = 4
const PAUSE = { first: 150, longest: 1500 }

/** Runs a call of the bucket, with retries; its errors become AppErrors `unavailable`. */
async function callWithRetry<T>(call: () => Promise<T>): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await call()
    } catch (cause) {
      if (cause instanceof AppError) throw cause
      if (isRefused(cause))
        throw new AppError('unavailable', '存储桶拒绝了该操作，请联系管理员检查访问密钥的权限', { cause })
      if (failures === MAX_ATTEMPTS)
        throw new AppError('unavailable', '文件存储暂时无法连接，请稍后重试；如果持续无法连接，请联系管理员', { cause })
      await delay(backoffMs(failures, { ...PAUSE, random: Math.random() }))
    }
  }
}

const statusOf = (error: unknown): number =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : 0
const isRefused = (error: unknown): boolean => statusOf(error) === 401 || statusOf(error) === 403

/** Size of a part, bytes. S3 allows 10,000 parts, so a file can have 78 GB. */
const PART_BYTES = 8 * 1024 * 1024

/**
 * Uploads a file in parts, one in memory at a time. After an error the parts are removed, because the bucket's owner
 * would pay for them.
 */
async function putInParts(bucket: S3mini, key: string, file: string): Promise<void> {
  const id = await bucket.getMultipartUploadId(key)
  const handle = await open(file, 'r')
  try {
    const parts = []
    for (let at = 0; ;) {
      const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(PART_BYTES), 0, PART_BYTES, at)
      if (bytesRead === 0) break
      parts.push(await bucket.uploadPart(key, id, buffer.subarray(0, bytesRead), parts.length + 1))
      at += bytesRead
    }
    await bucket.completeMultipartUpload(key, id, parts)
  } catch (error) {
    await bucket.abortMultipartUpload(key, id).catch(() => undefined)
    throw error
  } finally {
    await handle.close()
  }
}
