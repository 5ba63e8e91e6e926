import type { RawRow } from './cells.ts'
import type { SheetColumns, ValuesOf } from './columns.ts'
import { findColumns, hasTitles, noTitlesError, type ColumnIndexes, TITLE_ROWS } from './header.ts'
import { SHEET_LIMITS, type SheetLimits } from './limits.ts'
import { readRawRows } from './rawRows.ts'

/** A row whose cells are all valid. */
export interface GoodRow<C extends SheetColumns> extends RawRow {
  values: ValuesOf<C>
}
/** A row that can't be imported; the reason names the columns. */
export interface RefusedRow extends RawRow {
  reason: string
}
type ReadRow<C extends SheetColumns> = GoodRow<C> | RefusedRow

export interface ReadOptions {
  limits?: SheetLimits
  signal?: AbortSignal
}

/** An opened sheet: its titles and an iterator over its rows. */
interface OpenedSheet<C extends SheetColumns> {
  titles: RawRow
  rows: AsyncGenerator<ReadRow<C>, void>
}

export const isRefused = <C extends SheetColumns>(row: ReadRow<C>): row is RefusedRow => 'reason' in row

/**
 * Opens the first sheet of an xls or xlsx file and finds the columns by their titles, in whatever order. Empty rows are
 * skipped. Read the rows to their end or call `return()`, to release the thread.
 * @throws AppError `invalid` when a required column is missing; AppErrors of readRawRows
 */
export async function readSheet<C extends SheetColumns>(
  file: string,
  columns: C,
  { limits = SHEET_LIMITS, signal }: ReadOptions = {},
): Promise<OpenedSheet<C>> {
  const raw = readRawRows(file, limits, signal)
  const seen: RawRow[] = []
  try {
    while (seen.length < TITLE_ROWS) {
      const { value: row, done } = await raw.next()
      if (done) break
      if (hasTitles(row, columns)) return { titles: row, rows: parsedRows(raw, columns, findColumns(row, columns)) }
      seen.push(row)
    }
    throw noTitlesError(seen, columns)
  } catch (error) {
    await raw.return()
    throw error
  }
}

async function* parsedRows<C extends SheetColumns>(
  raw: AsyncGenerator<RawRow, void>,
  columns: C,
  columnIndexes: ColumnIndexes,
): AsyncGenerator<ReadRow<C>, void> {
  for await (const row of raw) yield parseRow(row, columns, columnIndexes)
}

function parseRow<C extends SheetColumns>(row: RawRow, columns: C, columnIndexes: ColumnIndexes): ReadRow<C> {
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, column] of Object.entries(columns)) {
    const parsed = column.parse(row.cells[columnIndexes[name] ?? -1] ?? null)
    if ('problem' in parsed) problems.push(`“${column.title}”${parsed.problem}`)
    else values[name] = parsed.value
  }
  if (problems.length > 0) return { ...row, reason: problems.join('；') }
  // Without problems each column has a value, so the cast is safe.
  return { ...row, values: values as ValuesOf<C> }
}
