import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Received, Spool } from './blobStore.ts'
import { naming } from './fsErrors.ts'
import { removeLeftovers } from './leftovers.ts'

/** Uploads on their way, in `tmp` of a local folder. */
export function openSpool(folder: string): Spool {
  const tmp = join(folder, 'tmp')
  const tempFile = async (): Promise<string> => {
    await mkdir(tmp, { recursive: true })
    return join(tmp, randomUUID())
  }
  return {
    tempFile,
    receive: (stream, options) =>
      naming('上传的文件', async () => receive(await tempFile(), stream, options.sha256 ? createHash('sha256') : null)),
    discard: ({ file }) => rm(file, { force: true }),
    prune: (now) => removeLeftovers(tmp, now),
  }
}

async function receive(
  file: string,
  stream: Readable,
  sha256: ReturnType<typeof createHash> | null,
): Promise<Received> {
  const sha512 = createHash('sha512')
  const handle = await open(file, 'wx')
  let size = 0
  try {
    size = await writeStream(handle, stream, 0, (piece) => {
      sha512.update(piece)
      sha256?.update(piece)
    })
    await handle.sync()
  } catch (error) {
    await rm(file, { force: true })
    throw error
  } finally {
    await handle.close()
  }
  return { file, size, sha512: sha512.digest('hex'), sha256: sha256?.digest('hex') ?? '' }
}

/** Pieces that are written at once. */
const BATCH = 1024 * 1024

/** Writes a stream to its place in a file, holding no more than one batch; answers the number of bytes. */
export async function writeStream(
  handle: FileHandle,
  stream: AsyncIterable<Buffer> | Readable,
  at: number,
  each: (piece: Buffer) => void,
): Promise<number> {
  let batch: Buffer[] = []
  let held = 0
  let written = 0
  const flush = async (): Promise<void> => {
    const bytes = batch.length === 1 ? batch[0] : Buffer.concat(batch, held)
    for (let done = 0; bytes && done < bytes.length;)
      done += (await handle.write(bytes, done, bytes.length - done, at + written + done)).bytesWritten
    written += held
    batch = []
    held = 0
  }
  for await (const piece of stream as AsyncIterable<Buffer>) {
    each(piece)
    batch.push(piece)
    held += piece.length
    if (held >= BATCH) await flush()
  }
  if (held > 0) await flush()
  return written
}
