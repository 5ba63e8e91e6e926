import { createWriteStream } from 'node:fs'
import { on } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { toReadableError } from '#server/storage/fsErrors.ts'
import { toWire, type WireError } from '#shared/errors/index.ts'
import type { SheetCell } from './cells.ts'
import { writeCells, type WriteColumn } from './writeSheet.ts'

/** The input of the thread. */
export interface WriteJob {
  /** Path of the new file, which must not exist. */
  file: string
  columns: Pick<WriteColumn<SheetCell[]>, 'title' | 'width' | 'kind'>[]
}
/** A message of the thread. `taken`: the thread can accept another batch. */
export type WriterMessage = { taken: true } | { done: true } | { error: WireError }

const post = (message: WriterMessage): void => parentPort?.postMessage(message)

/** Iterates over the received batches of rows, until an empty one. */
async function* receiveRows(port: NonNullable<typeof parentPort>): AsyncGenerator<SheetCell[], void> {
  for await (const [batch] of on(port, 'message') as AsyncIterable<[SheetCell[][]]>) {
    if (batch.length === 0) return
    yield* batch
    post({ taken: true })
  }
}

async function run({ file, columns }: WriteJob): Promise<void> {
  if (!parentPort) return
  try {
    await writeCells(columns, receiveRows(parentPort), createWriteStream(file, { flags: 'wx' }))
    post({ done: true })
  } catch (error) {
    post({ error: toWire(toReadableError(error, '表格')) })
  }
}

await run(workerData as WriteJob)
