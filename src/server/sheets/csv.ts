import { streamCsvRows } from 'hucre/csv'
import { AppError } from '#shared/errors/index.ts'
import type { RawRow } from './cells.ts'
import type { SheetLimits } from './limits.ts'

/** What programs put between cells; the one that stands most often in the first line is it. */
const SEPARATORS = [',', ';', '\t'] as const

/**
 * The rows of a CSV text that hold something, numbered from 1 as a spreadsheet numbers them. Quoted cells may hold
 * separators and line breaks; one that is never closed ends with the file.
 * @throws AppError `too-large` above the limit of rows
 */
export function csvRows(text: string, limits: SheetLimits): RawRow[] {
  const firstLine = text.slice(0, text.search(/[\r\n]|$/))
  const [delimiter] = SEPARATORS.toSorted((a, b) => firstLine.split(b).length - firstLine.split(a).length)
  const rows: RawRow[] = []
  let row = 0
  // Row by row: a text of nothing but line breaks would fill the memory otherwise. Every cell is a text.
  for (const given of streamCsvRows(text, delimiter ? { delimiter } : {})) {
    row += 1
    const cells = given.map((cell) => String(cell).trim())
    if (cells.every((cell) => cell === '')) continue
    if (rows.length === limits.rows)
      throw new AppError('too-large', `表格不能超过 ${limits.rows - 1} 行，请分成几个文件`)
    rows.push({ row, cells: cells.slice(0, limits.columns) })
  }
  return rows
}
