import { Worker } from 'node:worker_threads'
import type { GrowingAnswer, GrowingJob } from './growingHash.worker.ts'

/** Computes the SHA-512 of a file while it is being written. */
export interface GrowingHash {
  /** Bytes from the beginning that are in it, or will be soon. */
  readonly upTo: number
  /** The bytes up to `to` are written. */
  advance(to: number): void
  /** Hex, of the bytes up to `upTo`; null when it could not be made: the file is to be read again. Ends it. */
  digest(): Promise<string | null>
  /** Ends it without an answer. */
  drop(): void
}

const SOURCE = new URL('./growingHash.worker.ts', import.meta.url)
/** It holds buffers, which don't count here, and little else. */
const THREAD_MB = 16

interface Thread {
  worker: Worker
  waiting: Map<number, (digest: string | null) => void>
  lost: boolean
}

let thread: Thread | null = null
let lastId = 0

/** One thread follows all files: it is faster than what comes in. */
function start(): Thread {
  const worker = new Worker(SOURCE, { resourceLimits: { maxOldGenerationSizeMb: THREAD_MB } })
  const started: Thread = { worker, waiting: new Map(), lost: false }
  const { waiting } = started
  worker.on('message', ({ id, digest }: GrowingAnswer) => {
    waiting.get(id)?.(digest)
    waiting.delete(id)
  })
  const lost = (): void => {
    started.lost = true
    if (thread === started) thread = null
    for (const answer of waiting.values()) answer(null)
    waiting.clear()
  }
  worker.on('error', lost)
  worker.on('exit', lost)
  // The process stays alive by the requests that wait for the worker, not by the worker itself.
  worker.unref()
  return started
}

/** @param file absolute path; opened anew by each `advance` */
export function growingHash(file: string): GrowingHash {
  const id = ++lastId
  const hasher = (thread ??= start())
  const post = (job: GrowingJob): void => hasher.worker.postMessage(job)
  let upTo = 0
  return {
    get upTo() {
      return upTo
    },
    advance(to) {
      if (to <= upTo) return
      upTo = to
      post({ id, file, to })
    },
    digest: () =>
      hasher.lost
        ? Promise.resolve(null)
        : new Promise((resolve) => {
            hasher.waiting.set(id, resolve)
            post({ id, digest: true })
          }),
    drop: () => post({ id, digest: false }),
  }
}
