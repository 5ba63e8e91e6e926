import { createWriteStream } from 'node:fs'
import { on } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { readable } from '#server/storage/fsErrors.ts'
import { toWire, type WireError } from '#shared/errors/index.ts'
import type { SheetCell } from './cells.ts'
import { writeCells, type WriteColumn } from './writeSheet.ts'

/** The input of the thread. */
export interface WrittenSheet {
  /** Path of the new file, which must not exist. */
  file: string
  columns: Pick<WriteColumn<SheetCell[]>, 'title' | 'width' | 'kind'>[]
}
/** A message of the thread. `taken`: the thread can accept another batch. */
export type WriterSays = { taken: true } | { done: true } | { error: WireError }

const say = (message: WriterSays): void => parentPort?.postMessage(message)

/** Iterates over the received batches of rows, until an empty one. */
async function* rowsOf(port: NonNullable<typeof parentPort>): AsyncGenerator<SheetCell[], void> {
  for await (const [batch] of on(port, 'message') as AsyncIterable<[SheetCell[][]]>) {
    if (batch.length === 0) return
    yield* batch
    say({ taken: true })
  }
}

async function run({ file, columns }: WrittenSheet): Promise<void> {
  if (!parentPort) return
  try {
    await writeCells(columns, rowsOf(parentPort), createWriteStream(file, { flags: 'wx' }))
    say({ done: true })
  } catch (error) {
    say({ error: toWire(readable(error, '表格')) })
  }
}

await run(workerData as WrittenSheet)
