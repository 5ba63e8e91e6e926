import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'

/**
 * Bytes. In a large file two buffers of this size alternate: one is filled while the other is hashed. Larger buffers
 * would not fit into the CPU cache.
 */
const PIECE_BYTES = 512 * 1024

export type Algorithm = 'sha256' | 'sha512'

/** Digest and size of a file. */
export interface Hashed {
  /** Hex. */
  digest: string
  /** Bytes. */
  size: number
}

export interface HashOptions {
  signal?: AbortSignal | undefined
  /** Called after each piece with the bytes hashed so far. */
  onProgress?: ((done: number) => void) | undefined
}

/** Hashes a file on the calling thread. Throws file system errors. */
export async function hashOnThisThread(path: string, algorithm: Algorithm, options: HashOptions = {}): Promise<Hashed> {
  const file = await open(path)
  try {
    const hash = createHash(algorithm)
    const { size: expected } = await file.stat()
    const piece = (): Buffer => Buffer.allocUnsafe(Math.min(PIECE_BYTES, Math.max(1, expected)))
    const buffers = expected > PIECE_BYTES ? [piece(), piece()] : [piece()]
    let size = 0
    for await (const bytes of readPieces(file, buffers, options.signal)) {
      hash.update(bytes)
      size += bytes.length
      options.onProgress?.(size)
    }
    return { digest: hash.digest('hex'), size }
  } finally {
    await file.close()
  }
}

/** With two buffers the next piece is read while the caller processes the current one. */
async function* readPieces(
  file: FileHandle,
  buffers: Buffer[],
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer> {
  const [one = Buffer.alloc(1), other = one] = buffers
  const ahead = one !== other
  let reading = file.read(one, 0, one.length)
  try {
    for (let turn = one; ; turn = turn === one ? other : one) {
      signal?.throwIfAborted()
      const { bytesRead } = await reading
      if (bytesRead === 0) return
      const next = turn === one ? other : one
      if (ahead) reading = file.read(next, 0, next.length)
      yield turn.subarray(0, bytesRead)
      if (!ahead) reading = file.read(one, 0, one.length)
    }
  } finally {
    // The read must end before the file is closed, and its error must be handled.
    await reading.catch(() => undefined)
  }
}
