import { Worker } from 'node:worker_threads'
import { AppError, fromWire, type WireError } from '#shared/errors/index.ts'

/** What a thread of runInThread posts, once. */
export type ThreadAnswer<T> = { result: T } | { error: WireError }

interface ThreadBounds {
  /** Of its heap; what needs more ends the thread alone. */
  mb: number
  /** Longest that it may take; then it is ended. */
  ms: number
  /** What a person is told when it needs more of either. */
  tooMuch: () => AppError
  signal?: AbortSignal
}

/**
 * One piece of work in a thread of its own, which ends with it.
 * @param source of the worker: the address of its `.worker.ts` beside the caller, written out in place, as the build looks for it
 * @throws AppError as the thread posts it, `tooMuch()` beyond the bounds, `cancelled` after the signal
 */
export async function runInThread<T>(
  source: URL,
  workerData: unknown,
  { mb, ms, tooMuch, signal }: ThreadBounds,
): Promise<T> {
  if (signal?.aborted) throw cancelled()
  const thread = new Worker(source, { workerData, resourceLimits: { maxOldGenerationSizeMb: mb } })
  let late: NodeJS.Timeout | undefined
  let stop = (): void => undefined
  try {
    return await new Promise<T>((resolve, reject) => {
      late = setTimeout(() => reject(tooMuch()), ms)
      stop = () => reject(cancelled())
      signal?.addEventListener('abort', stop)
      thread.on('message', (answer: ThreadAnswer<T>) => {
        if ('error' in answer) reject(fromWire(answer.error))
        else resolve(answer.result)
      })
      thread.on('error', (error: NodeJS.ErrnoException) =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : error),
      )
      thread.on('exit', () => reject(new AppError('unavailable', '处理时被打断，请重试')))
    })
  } finally {
    clearTimeout(late)
    signal?.removeEventListener('abort', stop)
    await thread.terminate()
  }
}

const cancelled = (): AppError => new AppError('cancelled', '已取消')
