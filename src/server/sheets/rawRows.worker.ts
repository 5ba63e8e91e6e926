import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { toWire, type WireError } from '#shared/errors/index.ts'
import type { RawRow } from './cells.ts'
import type { SheetLimits } from './limits.ts'
import { readWorkbookRows } from './workbook.ts'

/** The input of the thread. */
export interface SheetJob {
  file: string
  limits: SheetLimits
}
/** The next rows, empty after the last; the thread continues when it receives any message. */
export type SheetBatch = { rows: RawRow[] } | { error: WireError }

const BATCH = 500

async function run({ file, limits }: SheetJob): Promise<void> {
  let rows: RawRow[] = []
  const send = async (): Promise<void> => {
    const next = parentPort ? once(parentPort, 'message') : undefined
    parentPort?.postMessage({ rows } satisfies SheetBatch)
    rows = []
    await next
  }
  try {
    for await (const row of readWorkbookRows(file, limits)) {
      rows.push(row)
      if (rows.length >= BATCH) await send()
    }
    if (rows.length > 0) await send()
    parentPort?.postMessage({ rows: [] } satisfies SheetBatch)
  } catch (error) {
    parentPort?.postMessage({ error: toWire(error) } satisfies SheetBatch)
  }
}

await run(workerData as SheetJob)
