import type { CallContext } from '../http/context.ts'
import type { RawRow } from './cells.ts'
import { keepSheet } from './kept.ts'
import type { RefusedRow } from './readSheet.ts'
import { type WriteColumn, writeSheet } from './writeSheet.ts'

const REASON = '原因'
const ROW = '行号'

/**
 * Keeps a sheet of the rows that were not taken: their cells as they were, their row numbers, and why. Corrected, it
 * can be imported as it is.
 * @returns its ticket
 */
export function keepRefused(ctx: CallContext, titles: RawRow, refused: readonly RefusedRow[]): Promise<string> {
  // A report that is imported again has these columns already.
  const cells = titles.cells.flatMap((cell, place) =>
    cell === REASON || cell === ROW ? [] : [{ title: String(cell ?? ''), place }],
  )
  const columns: WriteColumn<RefusedRow>[] = [
    ...cells.map(({ title, place }) => ({ title, value: (row: RefusedRow) => row.cells[place] ?? null })),
    { title: ROW, width: 8, kind: 'number', value: ({ row }) => row },
    { title: REASON, width: 60, value: ({ reason }) => reason },
  ]
  return keepSheet(ctx, (into) => writeSheet(columns, refused, into, ctx.signal))
}
