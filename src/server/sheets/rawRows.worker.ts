import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { toWire, type WireError } from '#shared/errors/index.ts'
import type { RawRow } from './cells.ts'
import type { SheetLimits } from './limits.ts'
import { workbookRows } from './workbook.ts'

/** What the thread is started with. */
export interface SheetJob {
  file: string
  limits: SheetLimits
}
/** The next rows, none after the last; the thread goes on when it gets any message. */
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
    for await (const row of workbookRows(file, limits)) {
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
