import { constants, createWriteStream } from 'node:fs'
import { mkdir, open, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ServerDeps } from '#server/deps.ts'
import { perServer } from '#server/hints.ts'
import type { BlobStore } from '#server/storage/blobStore.ts'
import { type GrowingHash, growingHash } from '#server/storage/growingHash.ts'
import { hashFile } from '#server/storage/hashFile.ts'
import { syncFolder } from '#server/storage/local/durable.ts'
import { piecesOf, writeStream } from '#server/storage/spool.ts'
import { storesOf } from '#server/storage/stores.ts'
import { AppError } from '#shared/errors/index.ts'
import { type Span, type UploadBody, wrongLength } from '../store/request.ts'
import { withSpan } from './arrivals.ts'

/** The bytes of one unfinished upload. */
export interface UploadParts {
  /** Absolute path of the file in which the whole is put together on this machine. */
  file: string
  /** Are the bytes that came before still there? */
  areThere(): Promise<boolean>
  /**
   * Before the first chunk is written.
   * @throws AppError `no-space` when the whole has no room: before the first byte is taken, not after hours
   */
  begin(size: number): Promise<void>
  /**
   * Takes the bytes of a chunk, which are safe when this resolves.
   * @param received what is here before
   * @throws AppError `invalid` when there are more or fewer
   */
  write(span: Span, body: UploadBody, received: readonly Span[]): Promise<void>
  /** Puts what has come of the bytes before `upTo` into the file. */
  gather(upTo: number): Promise<void>
  /** SHA-512 of the whole, which was gathered, in hex. */
  hash(size: number): Promise<string>
  /** Removes the file. */
  remove(): Promise<void>
}

/** What the row of an upload says of its bytes. */
interface Place {
  id: number
  partFile: string
}

export const partsDir = (deps: ServerDeps): string => join(deps.dataDir, 'uploads', 'parts')

/** Chunks lie on this machine's disk, or in the store of bytes: there the next one may come to another process. */
export async function partsOf(deps: ServerDeps, place: Place): Promise<UploadParts> {
  if (!deps.s3) return onDisk(deps, place)
  const { blobs } = await storesOf(deps)
  return inStore(deps, place, blobs)
}

/** Each chunk is written into the file at its offset. */
function onDisk(deps: ServerDeps, { id, partFile }: Place): UploadParts {
  const file = join(partsDir(deps), partFile)
  const hash = hashOf(deps, id, file)
  let isNew = false
  return {
    file,
    areThere: () =>
      stat(file).then(
        () => true,
        () => false,
      ),
    async begin(size) {
      await requireRoom(file, size)
      isNew = true
    },
    async write(span, { stream, bare }, received) {
      const handle = await open(file, constants.O_RDWR | constants.O_CREAT)
      try {
        hash.beforeWriting(span.start)
        const bytes = bytesOf(stream, span)
        await writeStream(handle, bytes.pieces(), span.start, { release: bare })
        bytes.requireAll()
        hash.follow(withSpan(received, span))
        await handle.datasync()
      } finally {
        await handle.close()
      }
      if (isNew) await syncFolder(dirname(file))
    },
    gather: async () => undefined,
    hash: hash.ofWhole,
    remove: () => rm(file, { force: true }),
  }
}

/** Each chunk is an object of the store until the upload is whole. */
function inStore(deps: ServerDeps, { id, partFile }: Place, blobs: BlobStore): UploadParts {
  const file = join(partsDir(deps), partFile)
  return {
    file,
    areThere: async () => true,
    begin: (size) => requireRoom(file, size),
    async write(span, { stream }) {
      const bytes = bytesOf(stream, span)
      const received = await blobs.receive(bytes.pieces(), { sha256: false })
      try {
        bytes.requireAll()
        const blobKey = `parts/${partFile}/${span.start}-${span.end}`
        await blobs.remove(blobKey)
        await blobs.keep(received, blobKey)
        await deps.db
          .insertInto('upload_part')
          .values({ sessionId: id, startAt: span.start, endAt: span.end, blobKey })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      } finally {
        await blobs.discard(received)
      }
    },
    async gather(upTo) {
      const rows = deps.db.selectFrom('upload_part').selectAll().where('sessionId', '=', id).where('startAt', '<', upTo)
      await mkdir(dirname(file), { recursive: true })
      await (await open(file, 'a')).close()
      for (const { startAt, blobKey } of await rows.orderBy('startAt').execute())
        await pipeline(await blobs.stream(blobKey), createWriteStream(file, { flags: 'r+', start: startAt }))
    },
    hash: hashOf(deps, id, file).ofWhole,
    remove: () => rm(file, { force: true }),
  }
}

async function requireRoom(file: string, size: number): Promise<void> {
  const folder = dirname(file)
  await mkdir(folder, { recursive: true })
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < size) {
    throw new AppError('no-space', '服务器磁盘空间不足，无法保存上传的文件，请联系管理员清理磁盘后重试')
  }
}

/** The bytes of a chunk; what is more is counted and dropped, so that the client gets to see the answer. */
function bytesOf(stream: Readable, { start, end }: Span) {
  let left = end - start
  return {
    async *pieces() {
      for await (const piece of piecesOf(stream)) {
        const room = left
        // Before it is given away: who writes it may free it.
        left -= piece.length
        if (room > 0) yield piece.subarray(0, room)
      }
    },
    /** @throws AppError `invalid` unless exactly so many have come */
    requireAll(): void {
      if (left !== 0) throw wrongLength()
    },
  }
}

/** Uploads whose hash is followed at a time, some hundred bytes each. */
const MAX_HASHES = 500

const hashesOf = perServer(() => new Map<number, GrowingHash>())

/** The hash of an upload's file, made by a thread of the bytes that are written while the next ones come. */
function hashOf(deps: ServerDeps, sessionId: number, file: string) {
  const hashes = hashesOf(deps)
  const forget = (id: number): void => {
    hashes.get(id)?.drop()
    hashes.delete(id)
  }
  /** Hashes the written bytes that follow on what is hashed. @param written in order and apart */
  const follow = (written: readonly Span[]): void => {
    const [first] = written
    if (first?.start !== 0) return
    const hash = hashes.get(sessionId) ?? growingHash(file)
    hashes.set(sessionId, hash)
    hash.advance(first.end)
    const [oldest] = hashes.keys()
    if (hashes.size > MAX_HASHES && oldest !== undefined) forget(oldest)
  }
  return {
    follow,
    /**
     * The bytes from `start` on are about to be written. What is written over is forgotten: the hash decides under which
     * name the bytes are kept, and so who else gets them.
     */
    beforeWriting(start: number): void {
      if (start < (hashes.get(sessionId)?.upTo ?? 0)) forget(sessionId)
    },
    /** SHA-512 of the whole file, hex: only what is not hashed yet is read. */
    async ofWhole(size: number): Promise<string> {
      follow([{ start: 0, end: size }])
      const hash = hashes.get(sessionId)
      hashes.delete(sessionId)
      return (await hash?.digest()) ?? hashFile(file, 'sha512')
    },
  }
}
