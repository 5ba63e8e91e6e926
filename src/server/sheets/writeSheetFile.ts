import { createWriteStream } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { AppError, fromWire } from '#shared/errors/index.ts'
import type { SheetCell } from './cells.ts'
import { HELD_CHARACTERS, WRITE_THREAD_MB, WRITE_THREADS } from './limits.ts'
import { cancelled, threadSlots } from './threadSlots.ts'
import { charactersOf, CutCells } from './wholeCells.ts'
import { cellsOf, writeCells, type WriteColumn } from './writeSheet.ts'
import type { WrittenSheet, WriterSays } from './writeRows.worker.ts'

const SOURCE = new URL('./writeRows.worker.ts', import.meta.url)
/** Up to this number of rows no thread is used, because starting it takes longer than writing. */
const FEW = 1000
/** Rows per message, and maximum number of queued messages. */
const BATCH = 200
const AHEAD = 2

const acquireSlot = threadSlots(WRITE_THREADS)

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
): Promise<CutCells> {
  const cut = new CutCells()
  const source = cellsOf(columns, rows, cut)
  const first: SheetCell[][] = []
  let characters = 0
  while (first.length < FEW && characters < HELD_CHARACTERS) {
    const next = await source.next()
    if (next.done) {
      await writeCells(columns, first, createWriteStream(file, { flags: 'wx' }), signal)
      return cut
    }
    characters += charactersOf(next.value)
    first.push(next.value)
  }
  try {
    const leave = await acquireSlot(signal)
    await writeInThread(columns, joined(first, source), file, signal).finally(leave)
    return cut
  } catch (error) {
    throw signal?.aborted ? cancelled() : error
  } finally {
    await source.return()
  }
}

async function* joined(
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
  const workerData: WrittenSheet = {
    file,
    columns: columns.map(({ title, width, kind }) => ({ title, width, kind })),
  }
  const resourceLimits = { maxOldGenerationSizeMb: WRITE_THREAD_MB, maxYoungGenerationSizeMb: WRITE_THREAD_MB / 4 }
  const thread = new Worker(SOURCE, { workerData, resourceLimits })
  const stop = (): void => void thread.terminate()
  signal?.addEventListener('abort', stop)
  const room = new Room()
  try {
    const written = new Promise<void>((resolve, reject) => {
      thread.on('message', (said: WriterSays) => {
        if ('error' in said) reject(fromWire(said.error))
        else if ('done' in said) resolve()
        else room.free()
      })
      thread.on('error', reject)
      thread.on('exit', () => reject(new AppError('unavailable', '导出被中断，请重新导出')))
    })
    // The first error is thrown and ends both.
    await Promise.race([written, feed(thread, rows, room)])
    await written
  } finally {
    signal?.removeEventListener('abort', stop)
    await thread.terminate()
  }
}

/** Sends the rows to the thread, at most as many as its queue accepts. */
async function feed(thread: Worker, rows: AsyncIterable<SheetCell[]>, room: Room): Promise<void> {
  let batch: SheetCell[][] = []
  let characters = 0
  const send = async (): Promise<void> => {
    await room.take()
    thread.postMessage(batch)
    batch = []
    characters = 0
  }
  for await (const row of rows) {
    batch.push(row)
    characters += charactersOf(row)
    if (batch.length >= BATCH || characters >= HELD_CHARACTERS) await send()
  }
  if (batch.length > 0) await send()
  // An empty batch marks the end.
  await send()
}

/** Limits the number of batches in the thread's queue. */
class Room {
  #left = AHEAD
  #freed: (() => void) | null = null

  async take(): Promise<void> {
    while (this.#left === 0) await new Promise<void>((resolve) => (this.#freed = resolve))
    this.#left -= 1
  }

  free(): void {
    this.#left += 1
    this.#freed?.()
  }
}
