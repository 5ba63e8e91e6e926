import { Worker } from 'node:worker_threads'
import type { FolderResponse, FolderRequest } from './folder.worker.ts'
import { type FolderResults, type FolderJob, type FoundEntry, runFolderJob } from './folderJobs.ts'

type JobName = FolderJob['do']
type JobOf<N extends JobName> = Extract<FolderJob, { do: N }>

interface Waiting {
  onChunk: (found: FoundEntry[]) => void
  resolve(result: unknown): void
  reject(error: unknown): void
}

/** The thread ended; the job itself did not fail. */
class ThreadLostError extends Error {}

let thread: Worker | null = null
/** false after a thread ended before its first response: worker threads don't work here. */
let canRunThread = true
let lastId = 0
const waiting = new Map<number, Waiting>()
let idleTimer: NodeJS.Timeout | null = null

/** ms. An idle thread ends after this time, because it uses about 30 MB. */
const IDLE_MS = 30_000
/** Jobs with at most this many files run in place if no thread exists, because starting one would take longer. */
const MAX_IN_PLACE_FILES = 16

/**
 * Runs the scans, hashes and writes of all workspaces on one worker thread, or in place if none can run.
 * @param onChunk receives the results of a walk
 */
export async function runInFolderThread<N extends JobName>(
  job: JobOf<N>,
  onChunk: (found: FoundEntry[]) => void = () => undefined,
): Promise<FolderResults[N]> {
  if (!canRunThread || (!thread && isSmall(job))) return (await runFolderJob(job, onChunk)) as FolderResults[N]
  try {
    return (await ask(job, onChunk)) as FolderResults[N]
  } catch (error) {
    // The lost thread may have placed some files already: the caller then gets a conflict and plans again.
    if (error instanceof ThreadLostError) return (await runFolderJob(job, onChunk)) as FolderResults[N]
    throw error
  }
}

const isSmall = (job: FolderJob): boolean =>
  job.do === 'names' ||
  (job.do === 'load'
    ? job.disks.length <= MAX_IN_PLACE_FILES
    : job.do !== 'walk' && job.files.length <= MAX_IN_PLACE_FILES)

function ask(job: FolderJob, onChunk: (found: FoundEntry[]) => void): Promise<unknown> {
  const worker = (thread ??= start())
  const id = ++lastId
  if (idleTimer) clearTimeout(idleTimer)
  idleTimer = null
  return new Promise((resolve, reject) => {
    waiting.set(id, { onChunk, resolve, reject })
    worker.ref()
    worker.postMessage({ id, job } satisfies FolderRequest)
  })
}

function start(): Worker {
  const worker = new Worker(new URL('./folder.worker.ts', import.meta.url), {
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
  })
  let answered = false
  worker.on('message', (answer: FolderResponse) => {
    answered = true
    const asker = waiting.get(answer.id)
    if ('chunk' in answer) return asker?.onChunk(answer.chunk)
    settle(answer.id)
    if ('result' in answer) asker?.resolve(answer.result)
    else asker?.reject(Object.assign(new Error(answer.message), { code: answer.code }))
  })
  const lost = (): void => {
    if (thread !== worker) return
    thread = null
    canRunThread = answered
    for (const [id, { reject }] of waiting) {
      settle(id)
      reject(new ThreadLostError('the thread for folders ended'))
    }
  }
  worker.on('error', lost)
  worker.on('exit', lost)
  return worker
}

/** An idle thread doesn't keep the process alive. */
function settle(id: number): void {
  waiting.delete(id)
  if (waiting.size > 0 || !thread) return
  thread.unref()
  const idle = thread
  idleTimer = setTimeout(() => {
    if (thread !== idle) return
    thread = null
    void idle.terminate()
  }, IDLE_MS).unref()
}
