import PQueue from 'p-queue'
import { Worker } from 'node:worker_threads'
import type { FileEntry } from '../core/tree.ts'
import type { HashAnswer, HashJob } from './hash.worker.ts'
import { hashHere } from './hashHere.ts'

/** Each running job has one buffer of 1 MB. */
const PARALLEL = 8

interface Waiting {
  resolve(entry: FileEntry): void
  reject(error: unknown): void
}

/** The thread is gone, whatever the file is like. */
class ThreadLost extends Error {}

/** Answers a file's hash and size; throws what the file system throws. */
export type HashFile = (path: string, signal?: AbortSignal) => Promise<FileEntry>

/** @param source the thread's program */
export function createHasher(source: URL): HashFile {
  const queue = new PQueue({ concurrency: PARALLEL })
  const waiting = new Map<number, Waiting>()
  let thread: Worker | null = null
  /** A thread that ended before its first answer can't run here at all. */
  let usable = true
  let lastId = 0

  const start = (): Worker => {
    const worker = new Worker(source)
    let answered = false
    worker.on('message', (answer: HashAnswer) => {
      answered = true
      const job = settle(answer.id)
      if ('entry' in answer) job?.resolve(answer.entry)
      else job?.reject(Object.assign(new Error(answer.message), { code: answer.code }))
    })
    const lost = (): void => {
      if (thread !== worker) return
      thread = null
      usable = answered
      for (const id of waiting.keys()) settle(id)?.reject(new ThreadLost('the hashing thread ended'))
    }
    worker.on('error', lost)
    worker.on('exit', lost)
    return worker
  }
  /** Takes a job out; an idle thread doesn't keep the process alive. */
  const settle = (id: number): Waiting | undefined => {
    const job = waiting.get(id)
    waiting.delete(id)
    if (waiting.size === 0) thread?.unref()
    return job
  }
  const ask = async (path: string, signal?: AbortSignal): Promise<FileEntry> => {
    const id = ++lastId
    const worker = (thread ??= start())
    const stop = (): void => {
      worker.postMessage({ id, path: null } satisfies HashJob)
      settle(id)?.reject(signal?.reason)
    }
    try {
      return await new Promise<FileEntry>((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        worker.ref()
        signal?.addEventListener('abort', stop)
        worker.postMessage({ id, path } satisfies HashJob)
      })
    } finally {
      signal?.removeEventListener('abort', stop)
    }
  }
  return (path, signal) =>
    queue.add(async () => {
      signal?.throwIfAborted()
      if (!usable) return hashHere(path, signal)
      try {
        return await ask(path, signal)
      } catch (error) {
        if (error instanceof ThreadLost) return hashHere(path, signal)
        throw error
      }
    })
}

/** On a thread of its own, so that big or many files don't hold the host up. */
export const hashFile = createHasher(new URL('./hash.worker.ts', import.meta.url))
