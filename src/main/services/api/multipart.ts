import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { HASH_LIMIT_MB, HASH_PLACEHOLDER } from '#shared/contract/upload.ts'

const MB = 1024 * 1024

/**
 * One file as one chunk (upload-protocol.md P1–P5): the form fields, then the file part. Throws the file system's error
 * when the file can't be read. onProgress gets the bytes of the file handed to the socket so far.
 */
export async function singleChunk(
  file: { path: string; name: string },
  options: {
    dir: string
    signal?: AbortSignal | undefined
    onProgress?: ((sent: number) => void) | undefined
    onHashFailed?: (error: unknown) => void
  },
): Promise<{ body: Readable; length: number; type: string }> {
  const { size } = await stat(file.path)
  const boundary = `sitecraft-${randomBytes(16).toString('hex')}`
  const fields = {
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
  }
  const head = Buffer.from(
    Object.entries(fields)
      .map(([name, value]) => `${disposition(boundary, name)}\r\n\r\n${value}\r\n`)
      .join('') +
      `${disposition(boundary, 'file')}; filename="${quoted(file.name)}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  return {
    body: Readable.from(parts(head, file.path, size, tail, options.onProgress), { objectMode: false }),
    length: head.length + size + tail.length,
    type: `multipart/form-data; boundary=${boundary}`,
  }
}

const disposition = (boundary: string, name: string): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`
const quoted = (name: string): string => name.replace(/["\r\n]/g, (c) => encodeURIComponent(c))

async function* parts(head: Buffer, path: string, size: number, tail: Buffer, onProgress?: (sent: number) => void) {
  yield head
  let sent = 0
  if (size > 0) {
    // `end`: a file that grows meanwhile must not exceed the announced length.
    for await (const chunk of createReadStream(path, { end: size - 1, highWaterMark: MB }) as AsyncIterable<Buffer>) {
      yield chunk
      sent += chunk.length
      onProgress?.(sent)
    }
    // The server would wait for the rest of the announced length.
    if (sent < size) throw new Error('the file became shorter while it was sent')
  }
  yield tail
}

/** A·§4: a hash that fails holds nothing up. */
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

/** SHA-512 in hex; above the documents' limit (A·§4) their placeholder. */
async function uploadHash(path: string, size: number, signal?: AbortSignal): Promise<string> {
  if (size > HASH_LIMIT_MB * MB) return HASH_PLACEHOLDER
  const hash = createHash('sha512')
  for await (const chunk of createReadStream(path, {
    highWaterMark: MB,
    ...(signal ? { signal } : {}),
  }) as AsyncIterable<Buffer>) {
    hash.update(chunk)
  }
  return hash.digest('hex')
}
