import { Worker } from 'node:worker_threads'
import { AppError, fromWire, type WireError } from '#shared/errors/index.ts'

/** The single message of a thread of runInThread. */
export type ThreadResult<T> = { result: T } | { error: WireError }

interface ThreadLimits {
  /** Heap limit, MB; exceeding it ends only the thread. */
  heapMb: number
  /** Timeout, ms. */
  timeoutMs: number
  /** Creates the error for people when a limit is exceeded. */
  limitError: () => AppError
  signal?: AbortSignal
}

/**
 * Runs work in a separate thread, which ends afterwards.
 * @param source address of the `.worker.ts` beside the caller, as a literal `new URL(…)`, which the build detects
 * @throws AppError as the thread posts it, `limitError()` beyond a limit, `cancelled` when the signal aborts
 */
export async function runInThread<T>(
  source: URL,
  workerData: unknown,
  { heapMb, timeoutMs, limitError, signal }: ThreadLimits,
): Promise<T> {
  if (signal?.aborted) throw cancelledError()
  const thread = new Worker(source, { workerData, resourceLimits: { maxOldGenerationSizeMb: heapMb } })
  let late: NodeJS.Timeout | undefined
  let stop = (): void => undefined
  try {
    return await new Promise<T>((resolve, reject) => {
      late = setTimeout(() => reject(limitError()), timeoutMs)
      stop = () => reject(cancelledError())
      signal?.addEventListener('abort', stop)
      thread.on('message', (answer: ThreadResult<T>) => {
        if ('error' in answer) reject(fromWire(answer.error))
        else resolve(answer.result)
      })
      thread.on('error', (error: NodeJS.ErrnoException) =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? limitError() : error),
      )
      thread.on('exit', () => reject(new AppError('unavailable', '处理时被中断，请重试')))
    })
  } finally {
    clearTimeout(late)
    signal?.removeEventListener('abort', stop)
    await thread.terminate()
  }
}

const cancelledError = (): AppError => new AppError('cancelled', '已取消')
