import { Worker } from 'node:worker_threads'
import { AppError, fromWire } from '#shared/errors/index.ts'
import type { RawRow } from './cells.ts'
import { BATCH_TIMEOUT_MS, type SheetLimits, READ_THREAD_MB, READ_THREADS } from './limits.ts'
import type { SheetBatch, SheetJob } from './rawRows.worker.ts'
import { cancelledError, createThreadSlots } from './threadSlots.ts'

const SOURCE = new URL('./rawRows.worker.ts', import.meta.url)

/**
 * The non-empty rows of the first sheet of an xls or xlsx file. A thread with limited memory parses them in batches, on
 * demand.
 * @throws AppErrors of readWorkbookRows; `cancelled` when the signal aborts
 */
export async function* readRawRows(
  file: string,
  limits: SheetLimits,
  signal?: AbortSignal,
): AsyncGenerator<RawRow, void> {
  const leave = await acquireSlot(signal)
  const workerData: SheetJob = { file, limits }
  const thread = new Worker(SOURCE, { workerData, resourceLimits: { maxOldGenerationSizeMb: READ_THREAD_MB } })
  const stop = (): void => void thread.terminate()
  signal?.addEventListener('abort', stop)
  try {
    let batch = await nextBatch(thread)
    while (batch.length > 0) {
      yield* batch
      const next = nextBatch(thread)
      thread.postMessage('more')
      batch = await next
    }
  } catch (error) {
    throw signal?.aborted ? cancelledError() : error
  } finally {
    signal?.removeEventListener('abort', stop)
    await thread.terminate()
    leave()
  }
}

const acquireSlot = createThreadSlots(READ_THREADS)

function nextBatch(thread: Worker): Promise<RawRow[]> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      settle()
      reject(new AppError('too-large', '表格过于复杂，读取超时，请分成多个文件上传'))
    }, BATCH_TIMEOUT_MS)
    const settle = (): void => {
      clearTimeout(timer)
      thread.off('message', onMessage).off('error', onError).off('exit', onExit)
    }
    const onMessage = (batch: SheetBatch): void => {
      settle()
      if ('error' in batch) reject(fromWire(batch.error))
      else resolve(batch.rows)
    }
    const onError = (error: NodeJS.ErrnoException): void => {
      settle()
      const full = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      reject(full ? new AppError('too-large', '表格过大，请分成多个文件上传') : error)
    }
    const onExit = (): void => {
      settle()
      reject(new AppError('unavailable', '读取表格时被中断，请重新导入'))
    }
    thread.on('message', onMessage).on('error', onError).on('exit', onExit)
  })
}
