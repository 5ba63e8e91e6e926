import { AppError } from '#shared/errors/index.ts'
import type { RawRow } from './cells.ts'
import type { SheetLimits } from './limits.ts'

/** What programs put between cells; the one that stands most often in the first line is it. */
const SEPARATORS = [',', ';', '\t'] as const

/**
 * The rows of a CSV text that hold something. Quoted cells may hold separators and line breaks.
 * @throws AppError `too-large` above the limit of rows
 */
export function csvRows(text: string, limits: SheetLimits): RawRow[] {
  const rows: RawRow[] = []
  for (const { row, cells } of parseCsv(text)) {
    if (cells.every((cell) => cell === '')) continue
    if (rows.length === limits.rows)
      throw new AppError('too-large', `表格不能超过 ${limits.rows - 1} 行，请分成几个文件`)
    rows.push({ row, cells: cells.slice(0, limits.columns) })
  }
  return rows
}

interface TextRow {
  row: number
  cells: string[]
}

/** Lines with their cells, numbered from 1 as a spreadsheet numbers its rows. */
export function* parseCsv(text: string): Generator<TextRow, void> {
  const firstLine = text.slice(0, text.search(/[\r\n]|$/))
  const separator = SEPARATORS.toSorted((a, b) => firstLine.split(b).length - firstLine.split(a).length)[0] ?? ','
  const mark = new RegExp(`[${separator}\r\n]`, 'g')
  let row = 1
  let cells: string[] = []
  let at = 0
  while (at < text.length) {
    let cell: string
    if (text[at] === '"') [cell, at] = quoted(text, at)
    else cell = ''
    mark.lastIndex = at
    const end = mark.exec(text)?.index ?? text.length
    cells.push((cell + text.slice(at, end)).trim())
    at = end
    const sign = text[at]
    at += 1
    if (sign === separator && at < text.length) continue
    if (sign === separator) cells.push('')
    if (sign === '\r' && text[at] === '\n') at += 1
    yield { row, cells }
    row += 1
    cells = []
  }
}

/** The text of a quoted cell that begins at `at`, and where it ends; one that is never closed ends with the file. */
function quoted(text: string, at: number): [string, number] {
  let cell = ''
  let from = at + 1
  for (;;) {
    const end = text.indexOf('"', from)
    if (end < 0) return [cell + text.slice(from), text.length]
    cell += text.slice(from, end)
    if (text[end + 1] !== '"') return [cell, end + 1]
    cell += '"'
    from = end + 2
  }
}
