import { AppError } from '#shared/errors/index.ts'
import { runInThread } from '../runInThread.ts'

const SOURCE = new URL('./hashFiles.worker.ts', import.meta.url)
/** Files per thread, its heap limit in MB, and its timeout. */
const [FILES_PER_THREAD, MB, TIMEOUT_MS] = [5000, 256, 600_000]

const timeoutError = (): AppError => new AppError('timeout', '读取文件超时，请检查磁盘')

/**
 * SHA-256 of many files in hex, in their order; null for one that can't be read. A thread reads them, because hashing
 * tens of thousands of files would block all calls.
 * @param files absolute paths
 */
export async function hashFiles(files: readonly string[]): Promise<(string | null)[]> {
  const hashes: (string | null)[] = []
  for (let from = 0; from < files.length; from += FILES_PER_THREAD) {
    const some = files.slice(from, from + FILES_PER_THREAD)
    hashes.push(
      ...(await runInThread<(string | null)[]>(SOURCE, some, {
        heapMb: MB,
        timeoutMs: TIMEOUT_MS,
        limitError: timeoutError,
      })),
    )
  }
  return hashes
}
