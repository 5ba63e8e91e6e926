import { Worker } from 'node:worker_threads'
import type { GrowingAnswer, GrowingJob } from './growingHash.worker.ts'

/** Computes the SHA-512 of a file while it is being written. */
export interface GrowingHash {
  /** Number of bytes from the beginning that are hashed or queued. */
  readonly upTo: number
  /** Reports that the bytes up to `to` are written. */
  advance(to: number): void
  /**
   * Returns the hash of the bytes up to `upTo` in hex and ends; null after an error: the caller hashes the file itself.
   */
  digest(): Promise<string | null>
  /** Ends without a result. */
  cancel(): void
}

const SOURCE = new URL('./growingHash.worker.ts', import.meta.url)
/** Heap limit of the thread; its buffers are outside the heap. */
const THREAD_MB = 16

interface Thread {
  worker: Worker
  waiting: Map<number, (digest: string | null) => void>
  lost: boolean
}

let thread: Thread | null = null
let lastId = 0

/** One thread hashes all files: it is faster than uploads arrive. */
function startThread(): Thread {
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
  // The worker itself does not keep the process alive; waiting requests do.
  worker.unref()
  return started
}

/** @param file absolute path; each `advance` opens the file */
export function createGrowingHash(file: string): GrowingHash {
  const id = ++lastId
  const hasher = (thread ??= startThread())
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
    cancel: () => post({ id, digest: false }),
  }
}
