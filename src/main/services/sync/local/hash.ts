import { createHash } from 'node:crypto'
import { lstat, open } from 'node:fs/promises'
import type { FileEntry } from '../core/tree.ts'

const CHUNK = 1024 * 1024

/** Reads a file in pieces, so that a big one doesn't hold the process up. Throws what the file system throws. */
export async function hashFile(path: string, signal?: AbortSignal): Promise<FileEntry> {
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

/** What stands at a path: its content, null for nothing, or `other` for a folder, a link or a special file. */
export async function hashIfThere(path: string): Promise<FileEntry | null | 'other'> {
  try {
    return (await lstat(path)).isFile() ? await hashFile(path) : 'other'
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

export const errnoOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
export const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(errnoOf(error))

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
