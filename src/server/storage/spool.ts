import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReceivedFile, Spool, ReceiveOptions } from './blobStore.ts'
import { withFileErrors } from './fsErrors.ts'
import { discardTemp, removeLeftovers } from './leftovers.ts'

/** Opens a spool that receives uploads in `tmp` of a local folder. */
export function openSpool(folder: string): Spool {
  const tmp = join(folder, 'tmp')
  const tempFile = async (): Promise<string> => {
    await mkdir(tmp, { recursive: true })
    return join(tmp, randomUUID())
  }
  return {
    tempFile,
    receive: (stream, options) => withFileErrors('上传的文件', async () => receive(await tempFile(), stream, options)),
    discard: ({ file }) => discardTemp(file),
    prune: (now) => removeLeftovers(tmp, now),
  }
}

async function receive(
  file: string,
  stream: AsyncIterable<Buffer> | Readable,
  options: ReceiveOptions & { sha256: boolean },
): Promise<ReceivedFile> {
  const sha512 = createHash('sha512')
  const sha256 = options.sha256 ? createHash('sha256') : null
  const handle = await open(file, 'wx')
  let size = 0
  try {
    const each = (piece: Buffer): void => {
      sha512.update(piece)
      sha256?.update(piece)
    }
    size = await writeStream(handle, stream, 0, { ...options, each })
    await handle.sync()
  } catch (error) {
    await rm(file, { force: true })
    throw error
  } finally {
    await handle.close()
  }
  return { file, size, sha512: sha512.digest('hex'), sha256: sha256?.digest('hex') ?? '' }
}

/** Size of a write, bytes. */
const BATCH = 1024 * 1024

/**
 * Writes a stream into a file from offset `at`; a batch is written while the next is read, so at most two are in
 * memory.
 * @returns the number of bytes
 */
export async function writeStream(
  handle: FileHandle,
  stream: AsyncIterable<Buffer> | Readable,
  at: number,
  { each, release = false }: ReceiveOptions & { each?: (piece: Buffer) => void } = {},
): Promise<number> {
  let [batch, held, taken]: [Buffer[], number, number] = [[], 0, 0]
  let writing: Promise<void> = Promise.resolve()
  const flush = async (): Promise<void> => {
    await writing
    writing = writeAll(handle, batch, at + taken, release)
    // The write is awaited with the next batch; without this an earlier error would be an unhandled rejection.
    writing.catch(() => undefined)
    taken += held
    batch = []
    held = 0
  }
  try {
    for await (const piece of stream instanceof Readable ? iterateChunks(stream) : stream) {
      each?.(piece)
      batch.push(piece)
      held += piece.length
      if (held >= BATCH) await flush()
    }
    if (held > 0) await flush()
    await writing
    return taken
  } finally {
    // The caller closes the file after an error, so no write may be running.
    await writing.catch(() => undefined)
  }
}

/**
 * Iterates over a stream without destroying it when the loop fails: its owner drains the rest, so that the client reads
 * the response.
 */
export const iterateChunks = (stream: Readable): AsyncIterable<Buffer> =>
  stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>

async function writeAll(handle: FileHandle, pieces: readonly Buffer[], at: number, release: boolean): Promise<void> {
  const wanted = pieces.reduce((sum, { length }) => sum + length, 0)
  const { bytesWritten } = await handle.writev(pieces, at)
  if (bytesWritten < wanted) {
    // On a nearly full disk only a part is written; writing the rest fails with the reason.
    const rest = Buffer.concat(pieces).subarray(bytesWritten)
    for (let done = 0; done < rest.length;)
      done += (await handle.write(rest, done, rest.length - done, at + bytesWritten + done)).bytesWritten
  }
  if (release) for (const piece of pieces) freeMemory(piece)
}

/** Frees the memory immediately: waiting for garbage collection costs more than writing the bytes. */
function freeMemory({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
