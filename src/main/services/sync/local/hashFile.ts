import { createHasher } from '#services/hashing/hashThread.ts'
import type { FileEntry } from '../core/tree.ts'

const hash = createHasher(8)

/** Hashes a file of a workspace on a worker thread. Throws file system errors. */
export async function hashFile(path: string, signal?: AbortSignal): Promise<FileEntry> {
  const { digest, size } = await hash(path, 'sha256', { signal })
  return { kind: 'file', sha256: digest, size }
}
