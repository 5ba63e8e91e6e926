import { createHasher } from '#services/hashing/hashThread.ts'
import type { FileEntry } from '../core/tree.ts'

const hash = createHasher(8)

/** What a file of a workspace holds, read on a thread of its own. Throws what the file system throws. */
export async function hashFile(path: string, signal?: AbortSignal): Promise<FileEntry> {
  const { digest, size } = await hash(path, 'sha256', { signal })
  return { kind: 'file', sha256: digest, size }
}
