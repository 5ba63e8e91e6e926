import PQueue from 'p-queue'
import { Worker } from 'node:worker_threads'
import type { HashAnswer, HashJob } from './hash.worker.ts'
import { type Algorithm, hashOnThisThread, type Hashed, type HashOptions } from './hashHere.ts'

interface Waiting {
  resolve(hashed: Hashed): void
  reject(error: unknown): void
  onProgress: HashOptions['onProgress']
}

/** The thread ended; the job itself did not fail. */
class ThreadLostError extends Error {}

/** ms. An idle thread ends after this time, because it uses about 15 MB. */
const IDLE_MS = 30_000

/** Returns a file's hash and size; throws file system errors. */
export type Hasher = (path: string, algorithm: Algorithm, options?: HashOptions) => Promise<Hashed>

/**
 * Hashes on a separate thread, so that large or many files don't block the host.
 * @param parallel files at once, each with at most 1 MB in memory
 * @param source the thread's program
 * @param rest ms after which an idle thread ends
 */
export function createHasher(
  parallel: number,
  source = new URL('./hash.worker.ts', import.meta.url),
  rest = IDLE_MS,
): Hasher {
  const queue = new PQueue({ concurrency: parallel })
  const waiting = new Map<number, Waiting>()
  let thread: Worker | null = null
  /** false after a thread ended before its first response: worker threads don't work here. */
  let canRunThread = true
  let lastId = 0
  let idleTimer: NodeJS.Timeout | undefined

  const start = (): Worker => {
    const worker = new Worker(source, { resourceLimits: { maxYoungGenerationSizeMb: 4 } })
    let answered = false
    worker.on('message', (answer: HashAnswer) => {
      answered = true
      if ('done' in answer) return waiting.get(answer.id)?.onProgress?.(answer.done)
      const job = settle(answer.id)
      if ('hashed' in answer) job?.resolve(answer.hashed)
      else job?.reject(Object.assign(new Error(answer.message), { code: answer.code }))
    })
    const lost = (): void => {
      if (thread !== worker) return
      thread = null
      canRunThread = answered
      for (const id of waiting.keys()) settle(id)?.reject(new ThreadLostError('the hashing thread ended'))
    }
    worker.on('error', lost)
    worker.on('exit', lost)
    return worker
  }
  /** Removes a job. An idle thread doesn't keep the process alive, and ends after a while. */
  const settle = (id: number): Waiting | undefined => {
    const job = waiting.get(id)
    waiting.delete(id)
    if (waiting.size > 0 || !thread) return job
    const idle = thread
    idle.unref()
    clearTimeout(idleTimer)
    idleTimer = setTimeout(() => {
      if (thread !== idle || waiting.size > 0) return
      thread = null
      void idle.terminate()
    }, rest).unref()
    return job
  }
  const ask: Hasher = async (path, algorithm, { signal, onProgress } = {}) => {
    const id = ++lastId
    const worker = (thread ??= start())
    const stop = (): void => {
      worker.postMessage({ id, path: null } satisfies HashJob)
      settle(id)?.reject(signal?.reason)
    }
    try {
      return await new Promise<Hashed>((resolve, reject) => {
        waiting.set(id, { resolve, reject, onProgress })
        worker.ref()
        signal?.addEventListener('abort', stop)
        worker.postMessage({ id, path, algorithm, progress: onProgress !== undefined } satisfies HashJob)
      })
    } finally {
      signal?.removeEventListener('abort', stop)
    }
  }
  return (path, algorithm, options = {}) =>
    queue.add(async () => {
      options.signal?.throwIfAborted()
      if (!canRunThread) return hashOnThisThread(path, algorithm, options)
      try {
        return await ask(path, algorithm, options)
      } catch (error) {
        if (error instanceof ThreadLostError) return hashOnThisThread(path, algorithm, options)
        throw error
      }
    })
}
