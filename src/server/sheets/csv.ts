import { streamCsvRows } from 'hucre/csv'
import { AppError } from '#shared/errors/index.ts'
import type { RawRow } from './cells.ts'
import type { SheetLimits } from './limits.ts'

/** Possible separators; the most frequent one in the first line counts. */
const SEPARATORS = [',', ';', '\t'] as const

/**
 * The non-empty rows of a CSV text, numbered from 1 as in a spreadsheet. Quoted cells may contain separators and line
 * breaks; an unclosed one ends with the file.
 * @throws AppError `too-large` above the limit of rows
 */
export function parseCsvRows(text: string, limits: SheetLimits): RawRow[] {
  const firstLine = text.slice(0, text.search(/[\r\n]|$/))
  const [delimiter] = SEPARATORS.toSorted((a, b) => firstLine.split(b).length - firstLine.split(a).length)
  const rows: RawRow[] = []
  let row = 0
  // Row by row, because a text of many line breaks would fill the memory. Every cell is a text.
  for (const given of streamCsvRows(text, delimiter ? { delimiter } : {})) {
    row += 1
    const cells = given.map((cell) => String(cell).trim())
    if (cells.every((cell) => cell === '')) continue
    if (rows.length === limits.rows)
      throw new AppError('too-large', `表格不能超过 ${limits.rows - 1} 行，请分成多个文件`)
    rows.push({ row, cells: cells.slice(0, limits.columns) })
  }
  return rows
}
