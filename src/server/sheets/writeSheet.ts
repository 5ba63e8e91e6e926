import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#shared/errors/index.ts'
import { cellText, type SheetCell } from './cells.ts'
import { CutCells } from './wholeCells.ts'

/** A column of a sheet that is written. */
export interface WriteColumn<R> {
  title: string
  /** In characters. */
  width?: number
  /**
   * text by default: what stands in it is never a formula, also after somebody edits the cell, and numbers keep their
   * digits (telephone numbers). number and date are for calculating; a date's shown time stands in its UTC fields.
   */
  kind?: 'text' | 'number' | 'date' | 'dateTime'
  value: (row: R) => SheetCell
}

/** Excel's names for how cells are shown and read. */
const FORMATS = { text: '@', number: 'General', date: 'yyyy-mm-dd', dateTime: 'yyyy-mm-dd hh:mm:ss' } as const
const NAME = '数据'
const WIDTH = 18

/**
 * Writes an xlsx as it gets the rows: memory does not grow with them. Text stays text, whatever it begins with, so a
 * cell like `=HYPERLINK(…)` from a visitor runs nowhere. Beyond a million rows it goes on in further sheets.
 * @returns the texts that no cell takes whole
 * @throws AppError `cancelled` after the signal; what the rows or the stream throw.
 */
export async function writeSheet<R>(
  columns: readonly WriteColumn<R>[],
  rows: AsyncIterable<R> | Iterable<R>,
  into: Writable,
  signal?: AbortSignal,
): Promise<CutCells> {
  const cut = new CutCells()
  await writeCells(columns, cellsOf(columns, rows, cut), into, signal)
  return cut
}

/** The cells of the rows, each short enough for a cell. */
export async function* cellsOf<R>(
  columns: readonly WriteColumn<R>[],
  rows: AsyncIterable<R> | Iterable<R>,
  cut: CutCells,
): AsyncGenerator<SheetCell[], void> {
  for await (const row of rows) {
    cut.nextRow()
    yield columns.map(({ title, value }) => cut.fit(value(row), title))
  }
}

/** The same for rows that are cells already, in the order of the columns. */
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
    await pipeline(bytesOf(sheet), into, signal ? { signal } : {})
  } catch (error) {
    throw signal?.aborted ? new AppError('cancelled', '已取消') : error
  }
}

/** Tells the stream when nobody reads it any more, and it ends the rows. */
async function* bytesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void> {
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
      return typeof cell === 'string' || (columns[at]?.kind ?? 'text') === 'text' ? cellText(cell) : cell
    })
}
