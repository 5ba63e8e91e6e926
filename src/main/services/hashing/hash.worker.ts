import { parentPort } from 'node:worker_threads'
import type { FileEntry } from '../core/tree.ts'
import { hashHere } from './hashHere.ts'

/** path null: stop that job. */
export interface HashJob {
  id: number
  path: string | null
}
/** code: the file system's, when that failed. */
export type HashAnswer = { id: number } & ({ entry: FileEntry } | { message: string; code: string })

const running = new Map<number, AbortController>()

parentPort?.on('message', ({ id, path }: HashJob) => {
  if (path === null) running.get(id)?.abort()
  else void run(id, path).then((answer) => parentPort?.postMessage(answer))
})

async function run(id: number, path: string): Promise<HashAnswer> {
  const stop = new AbortController()
  running.set(id, stop)
  try {
    return { id, entry: await hashHere(path, stop.signal) }
  } catch (error) {
    const { message, code = '' } = error as NodeJS.ErrnoException
    return { id, message, code }
  } finally {
    running.delete(id)
  }
}
