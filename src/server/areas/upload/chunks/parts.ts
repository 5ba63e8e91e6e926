import { constants, createWriteStream } from 'node:fs'
import { mkdir, open, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ServerDeps } from '#server/deps.ts'
import { perServer } from '#server/hints.ts'
import type { BlobStore } from '#server/storage/blobStore.ts'
import { type GrowingHash, createGrowingHash } from '#server/storage/growingHash.ts'
import { hashFile } from '#server/storage/hashFile.ts'
import { syncFolder } from '#server/storage/local/durable.ts'
import { iterateChunks, writeStream } from '#server/storage/spool.ts'
import { storesOf } from '#server/storage/stores.ts'
import { AppError } from '#shared/errors/index.ts'
import { type Span, type UploadBody, createLengthError } from '../store/request.ts'
import { addSpan } from './arrivals.ts'

/** The bytes of one unfinished upload. */
export interface UploadParts {
  /** Absolute path of the file in which the chunks are assembled on this machine. */
  file: string
  /** Whether the bytes received earlier still exist. */
  exist(): Promise<boolean>
  /**
   * Called before the first chunk.
   * @throws AppError `no-space` when the whole file does not fit, before any byte is received
   */
  prepare(size: number): Promise<void>
  /**
   * Writes a chunk; its bytes are on disk when this resolves.
   * @param received spans received earlier
   * @throws AppError `invalid` when the length is wrong
   */
  write(span: Span, body: UploadBody, received: readonly Span[]): Promise<void>
  /** Assembles the received bytes before `upTo` in the file. */
  assemble(upTo: number): Promise<void>
  /** SHA-512 of the assembled file, hex. */
  hash(size: number): Promise<string>
  /** Removes the file. */
  remove(): Promise<void>
}

/** Properties of an upload's row that locate its bytes. */
interface PartLocation {
  id: number
  partFile: string
}

export const toPartsDir = (deps: ServerDeps): string => join(deps.dataDir, 'uploads', 'parts')

/** Chunks are stored on this machine's disk or in the bucket, where the next chunk may reach another process. */
export async function createUploadParts(deps: ServerDeps, place: PartLocation): Promise<UploadParts> {
  if (!deps.s3) return createDiskParts(deps, place)
  const { blobs } = await storesOf(deps)
  return createStoredParts(deps, place, blobs)
}

/** Writes each chunk into the file at its offset. */
function createDiskParts(deps: ServerDeps, { id, partFile }: PartLocation): UploadParts {
  const file = join(toPartsDir(deps), partFile)
  const hash = createFileHash(deps, id, file)
  let isNew = false
  return {
    file,
    exist: () =>
      stat(file).then(
        () => true,
        () => false,
      ),
    async prepare(size) {
      await requireFreeSpace(file, size)
      isNew = true
    },
    async write(span, { stream, isRaw }, received) {
      const handle = await open(file, constants.O_RDWR | constants.O_CREAT)
      try {
        hash.beforeWriting(span.start)
        const bytes = limitToSpan(stream, span)
        await writeStream(handle, bytes.pieces(), span.start, { release: isRaw })
        bytes.requireAll()
        hash.follow(addSpan(received, span))
        await handle.datasync()
      } finally {
        await handle.close()
      }
      if (isNew) await syncFolder(dirname(file))
    },
    assemble: async () => undefined,
    hash: hash.ofWhole,
    remove: () => rm(file, { force: true }),
  }
}

/** Stores each chunk as an object until the upload is complete. */
function createStoredParts(deps: ServerDeps, { id, partFile }: PartLocation, blobs: BlobStore): UploadParts {
  const file = join(toPartsDir(deps), partFile)
  return {
    file,
    exist: async () => true,
    prepare: (size) => requireFreeSpace(file, size),
    async write(span, { stream }) {
      const bytes = limitToSpan(stream, span)
      const received = await blobs.receive(bytes.pieces(), { sha256: false })
      try {
        bytes.requireAll()
        const blobKey = `parts/${partFile}/${span.start}-${span.end}`
        await blobs.remove(blobKey)
        await blobs.store(received, blobKey)
        await deps.db
          .insertInto('upload_part')
          .values({ sessionId: id, startAt: span.start, endAt: span.end, blobKey })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      } finally {
        await blobs.discard(received)
      }
    },
    async assemble(upTo) {
      const rows = deps.db.selectFrom('upload_part').selectAll().where('sessionId', '=', id).where('startAt', '<', upTo)
      await mkdir(dirname(file), { recursive: true })
      await (await open(file, 'a')).close()
      for (const { startAt, blobKey } of await rows.orderBy('startAt').execute())
        await pipeline(await blobs.stream(blobKey), createWriteStream(file, { flags: 'r+', start: startAt }))
    },
    hash: createFileHash(deps, id, file).ofWhole,
    remove: () => rm(file, { force: true }),
  }
}

async function requireFreeSpace(file: string, size: number): Promise<void> {
  const folder = dirname(file)
  await mkdir(folder, { recursive: true })
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < size) {
    throw new AppError('no-space', '服务器磁盘空间不足，无法保存上传的文件，请联系管理员清理磁盘后重试')
  }
}

/** The bytes of a chunk. Excess bytes are counted and dropped, so that the client receives the response. */
function limitToSpan(stream: Readable, { start, end }: Span) {
  let remaining = end - start
  return {
    async *pieces() {
      for await (const piece of iterateChunks(stream)) {
        const room = remaining
        // Before yielding, because the consumer may free the piece.
        remaining -= piece.length
        if (room > 0) yield piece.subarray(0, room)
      }
    },
    /** @throws AppError `invalid` when the length is wrong */
    requireAll(): void {
      if (remaining !== 0) throw createLengthError()
    },
  }
}

/** Maximum number of uploads hashed incrementally, some hundred bytes each. */
const MAX_HASHES = 500

const growingHashes = perServer(() => new Map<number, GrowingHash>())

/** Hashes an upload's file in a thread while further chunks arrive. */
function createFileHash(deps: ServerDeps, sessionId: number, file: string) {
  const hashes = growingHashes(deps)
  const forget = (id: number): void => {
    hashes.get(id)?.cancel()
    hashes.delete(id)
  }
  /** Hashes written bytes that follow the hashed ones. @param written sorted, not overlapping */
  const follow = (written: readonly Span[]): void => {
    const [first] = written
    if (first?.start !== 0) return
    const hash = hashes.get(sessionId) ?? createGrowingHash(file)
    hashes.set(sessionId, hash)
    hash.advance(first.end)
    const [oldest] = hashes.keys()
    if (hashes.size > MAX_HASHES && oldest !== undefined) forget(oldest)
  }
  return {
    follow,
    /**
     * Called before bytes from `start` on are written. Overwritten bytes discard the hash, because it determines the
     * blob key and so who shares the bytes.
     */
    beforeWriting(start: number): void {
      if (start < (hashes.get(sessionId)?.upTo ?? 0)) forget(sessionId)
    },
    /** SHA-512 of the whole file, hex; reads only bytes that are not hashed yet. */
    async ofWhole(size: number): Promise<string> {
      follow([{ start: 0, end: size }])
      const hash = hashes.get(sessionId)
      hashes.delete(sessionId)
      return (await hash?.digest()) ?? hashFile(file, 'sha512')
    },
  }
}
