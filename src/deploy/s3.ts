import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { S3mini } from 's3mini'
import { contentTypeOf } from '#shared/domain/contentTypes.ts'
import { isHashedName } from '#shared/domain/hashedNames.ts'
import { AppError } from '#shared/errors/index.ts'
import { targetError } from './errors.ts'
import { type HttpClient, openHttp, readWhole, WHOLE_BYTES } from './http.ts'
import { OWN_FOLDER } from './manifest.ts'
import type { S3Account } from './s3Account.ts'
import { isMissingObject, noSuchBucket, s3Error } from './s3Errors.ts'
import type { TargetConnection, TargetFile } from './target.ts'

const PARALLEL = 24
/** Objects of one page of a list, the most that S3 gives. */
const PAGE = 1000
/** The most that S3 takes by one request. */
const MAX_FILE_BYTES = 5 * 1024 ** 3
/** Keys of one request that removes. */
const MAX_REMOVED = 1000

const LASTING = 'public, max-age=31536000, immutable'

/** How browsers keep a file: those with a hash in their name for ever, all others ask whether they are still new. */
export const cacheControlOf = (path: string): string => (isHashedName(path) ? LASTING : 'no-cache')

/** The address of a bucket. */
function bucketUrl({ address, bucket, isPathStyle }: S3Account): string {
  const url = new URL(address)
  if (isPathStyle) url.pathname = `${url.pathname.replace(/\/$/, '')}/${bucket}`
  else url.host = `${bucket}.${url.host}`
  return url.href
}

/** Opens a bucket that speaks S3: AWS, MinIO, 阿里云 OSS, 腾讯云 COS, 七牛. Nothing is asked of it yet. */
export async function openS3Target(account: S3Account, signal: AbortSignal): Promise<TargetConnection> {
  const http = openHttp(account.certificate, signal)
  const { region, accessKeyId, secretAccessKey } = account
  const bucket = new S3mini({
    endpoint: bucketUrl(account),
    region,
    accessKeyId,
    secretAccessKey,
    fetch: fetchBy(http),
  })
  return new S3Target(bucket, http, account)
}

/** The client's requests over connections of our own, with the digest that some servers want before they remove. */
const fetchBy =
  (http: HttpClient): typeof fetch =>
  async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const { method = 'GET', body } = init
    const headers = { ...(init.headers as Record<string, string>) }
    if (method === 'POST' && url.searchParams.has('delete') && typeof body === 'string')
      headers['content-md5'] = createHash('md5').update(body).digest('base64')
    const answer = await http.send({ method, url, headers, ...bodyOf(body) })
    const { statusCode: status = 500 } = answer
    const fields = Object.entries(answer.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    )
    const isEmpty = method === 'HEAD' || status === 204 || status === 304
    if (isEmpty) answer.resume()
    return new Response(isEmpty ? null : (Readable.toWeb(answer) as globalThis.ReadableStream), {
      status,
      headers: fields,
    })
  }

function bodyOf(body: RequestInit['body']): { body?: Readable | Buffer | string } {
  if (body === null || body === undefined) return {}
  if (typeof body === 'string' || Buffer.isBuffer(body)) return { body }
  if (body instanceof Uint8Array) return { body: Buffer.from(body) }
  return { body: Readable.fromWeb(body as ReadableStream) }
}

/** Removals that wait to go together. */
interface Removals {
  paths: string[]
  done: Promise<void>
}

class S3Target implements TargetConnection {
  readonly parallel = PARALLEL
  readonly #bucket: S3mini
  readonly #http: HttpClient
  readonly #account: S3Account
  readonly #prefix: string
  #removals: Removals | null = null
  #canRemoveMany = true

  constructor(bucket: S3mini, http: HttpClient, account: S3Account) {
    this.#bucket = bucket
    this.#http = http
    this.#account = account
    const folder = account.folder.replace(/^\/+|\/+$/g, '')
    this.#prefix = folder === '' ? '' : `${folder}/`
  }

  /** A bucket replaces an object as a whole, so no temporary name is needed. */
  async write(path: string, open: () => Promise<Readable>, sizeBytes: number): Promise<void> {
    if (sizeBytes > MAX_FILE_BYTES)
      throw new AppError('too-large', `文件“${path}”超过 5 GB，对象存储不能一次上传，请压缩或移除后重试`)
    try {
      const stream = await open()
      const content = sizeBytes > WHOLE_BYTES ? Readable.toWeb(stream) : await readWhole(stream)
      const headers: Record<string, string> = { 'cache-control': cacheControlOf(path) }
      // The client leaves out a length of 0, and our requests add it.
      await this.#bucket.putObject(
        this.#at(path),
        content as globalThis.ReadableStream | Buffer,
        contentTypeOf(path),
        undefined,
        headers,
        sizeBytes,
      )
    } catch (error) {
      throw this.#error(error, path)
    }
  }

  async read(path: string): Promise<Buffer | null> {
    try {
      const found = await this.#bucket.getObjectArrayBuffer(this.#at(path))
      return found && Buffer.from(found)
    } catch (error) {
      if (isMissingObject(error)) return null
      throw this.#error(error, path)
    }
  }

  /** Removals that are asked for at the same time go in one request. */
  remove(path: string): Promise<void> {
    const waiting = this.#removals
    if (waiting && waiting.paths.length < MAX_REMOVED) {
      waiting.paths.push(path)
      return waiting.done
    }
    const paths = [path]
    const done = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      if (this.#removals?.paths === paths) this.#removals = null
      return this.#removeAll(paths)
    })
    this.#removals = { paths, done }
    return done
  }

  async *list(): AsyncIterable<TargetFile> {
    for (let token: string | undefined; ;) {
      const page = await this.#page(token)
      for (const { Key, Size } of page.objects) {
        const path = Key.slice(this.#prefix.length)
        // Consoles make folders as empty objects.
        if (path !== '' && !path.endsWith('/') && !path.startsWith(`${OWN_FOLDER}/`)) yield { path, sizeBytes: Size }
      }
      token = page.next
      if (!token) return
    }
  }

  async close(): Promise<void> {
    this.#http.close()
  }

  #at(path: string): string {
    return this.#prefix + path
  }

  #error(error: unknown, path: string): AppError {
    return s3Error(error, this.#account, path) ?? targetError(error, path)
  }

  async #page(token: string | undefined) {
    try {
      const page = await this.#bucket.listObjectsPaged('/', this.#prefix, PAGE, token)
      if (!page?.objects) throw noSuchBucket(this.#account)
      return { objects: page.objects, next: page.nextContinuationToken }
    } catch (error) {
      throw this.#error(error, this.#prefix || '/')
    }
  }

  async #removeAll(paths: readonly string[]): Promise<void> {
    if (paths.length > 1 && this.#canRemoveMany) {
      const removed = await this.#bucket.deleteObjects(paths.map((path) => this.#at(path))).catch(() => null)
      if (removed?.every(Boolean)) return
      // Servers without this call, or some keys that were refused: one by one says why.
      this.#canRemoveMany = removed !== null
    }
    await Promise.all(paths.map((path) => this.#removeOne(path)))
  }

  async #removeOne(path: string): Promise<void> {
    try {
      await this.#bucket.deleteObject(this.#at(path))
    } catch (error) {
      if (!isMissingObject(error)) throw this.#error(error, path)
    }
  }
}
