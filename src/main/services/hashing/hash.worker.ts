import { parentPort } from 'node:worker_threads'
import { type Algorithm, hashOnThisThread, type Hashed } from './hashHere.ts'

/** path null: cancel that job. */
export type HashJob = { id: number } & ({ path: string; algorithm: Algorithm; progress: boolean } | { path: null })
/** code: the file system's error code. done: bytes hashed so far. */
export type HashAnswer = { id: number } & ({ hashed: Hashed } | { message: string; code: string } | { done: number })

/** ms. Minimum interval between progress messages. */
const PROGRESS_EVERY = 100

const running = new Map<number, AbortController>()

parentPort?.on('message', (job: HashJob) => {
  if (job.path === null) running.get(job.id)?.abort()
  else void run(job).then((answer) => parentPort?.postMessage(answer))
})

async function run({ id, path, algorithm, progress }: HashJob & { path: string }): Promise<HashAnswer> {
  const stop = new AbortController()
  running.set(id, stop)
  let told = performance.now()
  const onProgress = (done: number): void => {
    if (performance.now() - told < PROGRESS_EVERY) return
    told = performance.now()
    parentPort?.postMessage({ id, done } satisfies HashAnswer)
  }
  try {
    return {
      id,
      hashed: await hashOnThisThread(path, algorithm, { signal: stop.signal, ...(progress ? { onProgress } : {}) }),
    }
  } catch (error) {
    const { message, code = '' } = error as NodeJS.ErrnoException
    return { id, message, code }
  } finally {
    running.delete(id)
  }
}
