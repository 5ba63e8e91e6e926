import { createWriteStream } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { AppError, fromWire } from '#shared/errors/index.ts'
import type { SheetCell } from './cells.ts'
import { WRITE_THREAD_MB, WRITE_THREADS } from './limits.ts'
import { cancelled, threadSlots } from './threadSlots.ts'
import { type WriteColumn, writeSheet } from './writeSheet.ts'
import type { WrittenSheet, WriterSays } from './writeRows.worker.ts'

const SOURCE = new URL('./writeRows.worker.ts', import.meta.url)
/** A thread takes longer to start than so many rows take to write. */
const FEW = 1000
/** Rows in one message, and messages that may wait in the thread. */
const BATCH = 200
const AHEAD = 2

const acquireSlot = threadSlots(WRITE_THREADS)

/**
 * Writes an xlsx into a new file as it gets the rows. A long one is written by a thread with a small heap of its own: it
 * neither holds the server's loop nor leaves its garbage there, which V8 would collect late. Only some at a time.
 * @throws AppError `cancelled` after the signal; what the rows or the disk throw.
 */
export async function writeSheetFile<R>(
  columns: readonly WriteColumn<R>[],
  rows: AsyncIterable<R> | Iterable<R>,
  file: string,
  signal?: AbortSignal,
): Promise<void> {
  const source = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]()
  const first: R[] = []
  while (first.length < FEW) {
    const next = await source.next()
    if (next.done) return writeSheet(columns, first, createWriteStream(file, { flags: 'wx' }), signal)
    first.push(next.value)
  }
  try {
    const leave = await acquireSlot(signal)
    await writeInThread(columns, joined(first, source), file, signal).finally(leave)
  } catch (error) {
    throw signal?.aborted ? cancelled() : error
  } finally {
    await source.return?.()
  }
}

async function* joined<R>(first: R[], rest: AsyncIterator<R> | Iterator<R>): AsyncGenerator<R, void> {
  yield* first.splice(0)
  for (;;) {
    const next = await rest.next()
    if (next.done) return
    yield next.value
  }
}

async function writeInThread<R>(
  columns: readonly WriteColumn<R>[],
  rows: AsyncIterable<R>,
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
      thread.on('exit', () => reject(new AppError('unavailable', '导出被打断，请重新导出')))
    })
    // Whoever fails first is told of, and ends the other.
    await Promise.race([written, feed(thread, columns, rows, room)])
    await written
  } finally {
    signal?.removeEventListener('abort', stop)
    await thread.terminate()
  }
}

/** Sends the rows as cells, and no more of them than the thread has room for. */
async function feed<R>(
  thread: Worker,
  columns: readonly WriteColumn<R>[],
  rows: AsyncIterable<R>,
  room: Room,
): Promise<void> {
  let batch: SheetCell[][] = []
  const send = async (): Promise<void> => {
    await room.take()
    thread.postMessage(batch)
    batch = []
  }
  for await (const row of rows) {
    batch.push(columns.map(({ value }) => value(row)))
    if (batch.length >= BATCH) await send()
  }
  if (batch.length > 0) await send()
  // An empty one is the end.
  await send()
}

/** How many batches may still be sent. */
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
