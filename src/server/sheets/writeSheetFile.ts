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
/** A thread takes longer to start than so many rows take to write. */
const FEW = 1000
/** Rows in one message, and messages that may wait in the thread. */
const BATCH = 200
const AHEAD = 2

const acquireSlot = threadSlots(WRITE_THREADS)

/**
 * Writes an xlsx into a new file as it gets the rows. A long one is written by a thread with a small heap of its own: it
 * neither holds the server's loop nor leaves its garbage there, which V8 would collect late. Only some at a time. What is
 * in hand is counted by characters, so few long rows need no more memory than many short ones.
 * @returns the texts that no cell takes whole
 * @throws AppError `cancelled` after the signal; what the rows or the disk throw.
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
      thread.on('exit', () => reject(new AppError('unavailable', '导出被打断，请重新导出')))
    })
    // Whoever fails first is told of, and ends the other.
    await Promise.race([written, feed(thread, rows, room)])
    await written
  } finally {
    signal?.removeEventListener('abort', stop)
    await thread.terminate()
  }
}

/** Sends the rows as cells, and no more of them than the thread has room for. */
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
