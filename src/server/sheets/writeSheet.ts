import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#shared/errors/index.ts'
import { formatCell, type SheetCell } from './cells.ts'
import { CellTruncation } from './cellTruncation.ts'

/** A column of an exported sheet. */
export interface WriteColumn<R> {
  title: string
  /** Width in characters. */
  width?: number
  /**
   * text (default): the content is never a formula, even after the cell is edited, and digits are preserved (telephone
   * numbers). number and date are for calculations; a date has the displayed time in its UTC fields.
   */
  kind?: 'text' | 'number' | 'date' | 'dateTime'
  value: (row: R) => SheetCell
}

/** Excel's number formats. */
const FORMATS = { text: '@', number: 'General', date: 'yyyy-mm-dd', dateTime: 'yyyy-mm-dd hh:mm:ss' } as const
const NAME = '数据'
const WIDTH = 18

/**
 * Writes an xlsx as a stream, with constant memory. Text stays text, so that a cell like `=HYPERLINK(…)` from a visitor
 * is never a formula. More than a million rows continue in further sheets.
 * @returns the truncated cells
 * @throws AppError `cancelled` when the signal aborts; errors of the rows or the stream
 */
export async function writeSheet<R>(
  columns: readonly WriteColumn<R>[],
  rows: AsyncIterable<R> | Iterable<R>,
  into: Writable,
  signal?: AbortSignal,
): Promise<CellTruncation> {
  const cut = new CellTruncation()
  await writeCells(columns, cellsOf(columns, rows, cut), into, signal)
  return cut
}

/** The cells of the rows, with long texts truncated. */
export async function* cellsOf<R>(
  columns: readonly WriteColumn<R>[],
  rows: AsyncIterable<R> | Iterable<R>,
  cut: CellTruncation,
): AsyncGenerator<SheetCell[], void> {
  for await (const row of rows) {
    cut.nextRow()
    yield columns.map(({ title, value }) => cut.fit(value(row), title))
  }
}

/** Writes rows of cells, in the order of the columns. */
export async function writeCells(
  columns: readonly Omit<WriteColumn<never>, 'value'>[],
  rows: AsyncIterable<SheetCell[]> | Iterable<SheetCell[]>,
  into: Writable,
  signal?: AbortSignal,
): Promise<void> {
  const { writeXlsxStream } = await import('hucre/xlsx')
  const sheet = writeXlsxStream(shownCells(columns, rows), {
    name: NAME,
    columns: columns.map(({ title, width = WIDTH, kind = 'text' }) => ({
      header: title,
      width,
      numFmt: FORMATS[kind],
    })),
    freezePane: { rows: 1 },
  })
  try {
    await pipeline(iterateStream(sheet), into, signal ? { signal } : {})
  } catch (error) {
    throw signal?.aborted ? new AppError('cancelled', '已取消') : error
  }
}

/** Iterates over a stream and cancels it when the reader stops, which ends the rows. */
async function* iterateStream(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel()
  }
}

async function* shownCells(
  columns: readonly Pick<WriteColumn<never>, 'kind'>[],
  rows: AsyncIterable<SheetCell[]> | Iterable<SheetCell[]>,
) {
  for await (const row of rows)
    yield row.map((cell, at) => {
      if (cell === null) return null
      return typeof cell === 'string' || (columns[at]?.kind ?? 'text') === 'text' ? formatCell(cell) : cell
    })
}
