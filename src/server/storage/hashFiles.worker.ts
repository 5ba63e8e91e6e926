import { createHash } from 'node:crypto'
import { closeSync, constants, openSync, readSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import type { ThreadResult } from '../runInThread.ts'

/** One buffer for all files: allocating it costs more than reading a small file. */
const piece = Buffer.allocUnsafeSlow(1024 * 1024)

/** null: the file could not be read, or is a link. */
function hashOf(file: string): string | null {
  try {
    // Windows does not have O_NOFOLLOW.
    const at = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
    try {
      const hash = createHash('sha256')
      for (;;) {
        const length = readSync(at, piece)
        if (length === 0) return hash.digest('hex')
        hash.update(piece.subarray(0, length))
      }
    } finally {
      closeSync(at)
    }
  } catch {
    return null
  }
}

const answer: ThreadResult<(string | null)[]> = { result: (workerData as string[]).map(hashOf) }
parentPort?.postMessage(answer)
