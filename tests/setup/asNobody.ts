import { isMainThread } from 'node:worker_threads'

/** The account that owns nothing, on Linux and macOS. */
const NOBODY = 65_534
const isRoot = process.getuid?.() === 0

/** False on Windows, and for root in a worker thread, where the account of a process can't be changed. */
export const canBeNobody = process.platform !== 'win32' && (!isRoot || isMainThread)

/**
 * Runs as an account without rights when the tests run as root, who may read and write everything; else as who runs
 * them. Folders on the way to what is read must be open to others (`chmod` 0o755 after `mkdtemp`).
 */
export async function asNobody<T>(run: () => Promise<T>): Promise<T> {
  if (isRoot) process.seteuid?.(NOBODY)
  try {
    return await run()
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
}
