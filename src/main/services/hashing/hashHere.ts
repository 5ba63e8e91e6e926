import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { FileEntry } from '../core/tree.ts'

const CHUNK = 1024 * 1024

/** Reads a file in pieces of 1 MB, on the calling thread. Throws what the file system throws. */
export async function hashHere(path: string, signal?: AbortSignal): Promise<FileEntry> {
  const file = await open(path)
  try {
    const hash = createHash('sha256')
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK, Math.max(1, (await file.stat()).size)))
    let size = 0
    for (;;) {
      signal?.throwIfAborted()
      const { bytesRead } = await file.read(buffer, 0, buffer.length)
      if (bytesRead === 0) return { kind: 'file', sha256: hash.digest('hex'), size }
      hash.update(buffer.subarray(0, bytesRead))
      size += bytesRead
    }
  } finally {
    await file.close()
  }
}
