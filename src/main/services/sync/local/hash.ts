import { createHash } from 'node:crypto'
import { lstat } from 'node:fs/promises'
import type { FileEntry } from '../core/tree.ts'
import { hashFile } from './hashFile.ts'

/** The content at a path; null for nothing, `other` for a folder, a link or a special file. */
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
