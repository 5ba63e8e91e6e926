import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { ThreadResult } from '../runInThread.ts'

/** Copies a consistent snapshot of the embedded database. */
const { from, to } = workerData as { from: string; to: string }
const live = new DatabaseSync(from)
try {
  live.exec('pragma busy_timeout = 10000')
  live.prepare('vacuum into ?').run(to)
} finally {
  live.close()
}
const answer: ThreadResult<null> = { result: null }
parentPort?.postMessage(answer)
