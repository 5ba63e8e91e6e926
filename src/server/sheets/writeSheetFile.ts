import { createWriteStream } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { AppError, fromWire } from '#shared/errors/index.ts'
import type { SheetCell } from './cells.ts'
import { BUFFERED_CHARACTERS, WRITE_THREAD_MB, WRITE_THREADS } from './limits.ts'
import { cancelledError, createThreadSlots } from './threadSlots.ts'
import { countCharacters, CellTruncation } from './cellTruncation.ts'
import { cellsOf, writeCells, type WriteColumn } from './writeSheet.ts'
import type { WriteJob, WriterMessage } from './writeRows.worker.ts'

const SOURCE = new URL('./writeRows.worker.ts', import.meta.url)
/** Up to this number of rows no thread is used, because starting it takes longer than writing. */
const ROWS_WITHOUT_THREAD = 1000
/** Rows per message, and maximum number of queued messages. */
const BATCH = 200
const MAX_QUEUED_BATCHES = 2

const acquireSlot = createThreadSlots(WRITE_THREADS)

/**
 * Writes an xlsx into a new file as a stream. A thread with a small heap writes long sheets, so that they neither block
 * the event loop nor leave garbage in the server's heap. The number of threads is limited. Buffers are limited by
 * characters, so that few long rows need no more memory than many short ones.
 * @returns the truncated cells
 * @throws AppError `cancelled` when the signal aborts; errors of the rows or the disk
 */
export async function writeSheetFile<R>(
  columns: readonly WriteColumn<R>[],
  rows: AsyncIterable<R> | Iterable<R>,
  file: string,
  signal?: AbortSignal,
): Promise<CellTruncation> {
  const cut = new CellTruncation()
  const source = cellsOf(columns, rows, cut)
  const first: SheetCell[][] = []
  let characters = 0
  while (first.length < ROWS_WITHOUT_THREAD && characters < BUFFERED_CHARACTERS) {
    const next = await source.next()
    if (next.done) {
      await writeCells(columns, first, createWriteStream(file, { flags: 'wx' }), signal)
      return cut
    }
    characters += countCharacters(next.value)
    first.push(next.value)
  }
  try {
    const leave = await acquireSlot(signal)
    await writeInThread(columns, concatenate(first, source), file, signal).finally(leave)
    return cut
  } catch (error) {
    throw signal?.aborted ? cancelledError() : error
  } finally {
    await source.return()
  }
}

async function* concatenate(
  first: SheetCell[][],
  rest: AsyncGenerator<SheetCell[], void>,
): AsyncGenerator<SheetCell[], void> {
  yield* first.splice(0)
  yield* rest
}

async function writeInThread<R>(
  columns: readonly WriteColumn<R>[],
  rows: AsyncIterable<SheetCell[]>,
  file: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const workerData: WriteJob = {
    file,
    columns: columns.map(({ title, width, kind }) => ({ title, width, kind })),
  }
  const resourceLimits = { maxOldGenerationSizeMb: WRITE_THREAD_MB, maxYoungGenerationSizeMb: WRITE_THREAD_MB / 4 }
  const thread = new Worker(SOURCE, { workerData, resourceLimits })
  const stop = (): void => void thread.terminate()
  signal?.addEventListener('abort', stop)
  const room = new QueueLimit()
  try {
    const written = new Promise<void>((resolve, reject) => {
      thread.on('message', (said: WriterMessage) => {
        if ('error' in said) reject(fromWire(said.error))
        else if ('done' in said) resolve()
        else room.release()
      })
      thread.on('error', reject)
      thread.on('exit', () => reject(new AppError('unavailable', '导出被中断，请重新导出')))
    })
    // The first error is thrown and ends both.
    await Promise.race([written, sendRows(thread, rows, room)])
    await written
  } finally {
    signal?.removeEventListener('abort', stop)
    await thread.terminate()
  }
}

/** Sends the rows to the thread, at most as many as its queue accepts. */
async function sendRows(thread: Worker, rows: AsyncIterable<SheetCell[]>, room: QueueLimit): Promise<void> {
  let batch: SheetCell[][] = []
  let characters = 0
  const send = async (): Promise<void> => {
    await room.acquire()
    thread.postMessage(batch)
    batch = []
    characters = 0
  }
  for await (const row of rows) {
    batch.push(row)
    characters += countCharacters(row)
    if (batch.length >= BATCH || characters >= BUFFERED_CHARACTERS) await send()
  }
  if (batch.length > 0) await send()
  // An empty batch marks the end.
  await send()
}

/** Limits the number of batches in the thread's queue. */
class QueueLimit {
  #left = MAX_QUEUED_BATCHES
  #freed: (() => void) | null = null

  async acquire(): Promise<void> {
    while (this.#left === 0) await new Promise<void>((resolve) => (this.#freed = resolve))
    this.#left -= 1
  }

  release(): void {
    this.#left += 1
    this.#freed?.()
  }
}
