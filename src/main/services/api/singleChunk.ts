import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { MAX_HASHED_MB, HASH_PLACEHOLDER } from '#shared/contract/upload.ts'
import type { Chunk } from '../types.ts'

const MB = 1024 * 1024

/**
 * Sends one file as a single multipart chunk (upload-protocol.md P1–P5). Throws the file system's error when the file
 * can't be read.
 * @param onProgress receives the number of the file's bytes written to the socket so far
 */
export async function createSingleChunk(
  file: { path: string; name: string },
  options: {
    dir: string
    signal?: AbortSignal | undefined
    onProgress?: ((sent: number) => void) | undefined
    onHashFailed?: (error: unknown) => void
  },
): Promise<Chunk> {
  const { size } = await stat(file.path)
  return {
    name: file.name,
    length: size,
    raw: false,
    bytes: bytesOf(file.path, size, options.onProgress),
    parameters: {
      chunkNumber: '1',
      chunkSize: String(Math.max(size, 1)),
      currentChunkSize: String(size),
      totalSize: String(size),
      identifier: `${size}-${file.name}`,
      filename: file.name,
      relativePath: file.name,
      totalChunks: '1',
      dir: options.dir,
      fileMd5: await hashOrPlaceholder(file.path, size, options),
    },
  }
}

async function* bytesOf(path: string, size: number, onProgress?: (sent: number) => void) {
  if (size === 0) return
  let sent = 0
  // `end` bounds the read: a file that grows meanwhile must not exceed the announced length.
  for await (const piece of createReadStream(path, { end: size - 1, highWaterMark: MB }) as AsyncIterable<Buffer>) {
    yield piece
    sent += piece.length
    onProgress?.(sent)
  }
  // Otherwise the server would wait for the rest of the announced length.
  if (sent < size) throw new Error('the file became shorter while it was sent')
}

/** A·§4: the file's hash, or the placeholder when hashing fails. */
async function hashOrPlaceholder(
  path: string,
  size: number,
  options: { signal?: AbortSignal | undefined; onHashFailed?: (error: unknown) => void },
): Promise<string> {
  try {
    return await uploadHash(path, size, options.signal)
  } catch (error) {
    options.signal?.throwIfAborted()
    options.onHashFailed?.(error)
    return HASH_PLACEHOLDER
  }
}

/** SHA-512 in hex; the placeholder for files above the documents' limit (A·§4). */
async function uploadHash(path: string, size: number, signal?: AbortSignal): Promise<string> {
  if (size > MAX_HASHED_MB * MB) return HASH_PLACEHOLDER
  const hash = createHash('sha512')
  for await (const chunk of createReadStream(path, {
    highWaterMark: MB,
    ...(signal ? { signal } : {}),
  }) as AsyncIterable<Buffer>) {
    hash.update(chunk)
  }
  return hash.digest('hex')
}
