/** The value of a cell. A date has the displayed time in its UTC fields; null: empty. */
export type SheetCell = string | number | boolean | Date | null

/** A row of the file; `row` counts from 1, as in Excel. */
export interface RawRow {
  row: number
  cells: readonly SheetCell[]
}

/** Leading and trailing spaces, including zero-width ones. */
const EDGES = /^[\s\u200b\ufeff]+|[\s\u200b\ufeff]+$/g
/** Excel stores 15 digits of a number. */
const SAFE_DIGITS = 1e15

export const trim = (text: string): string => text.replace(EDGES, '')

export const isBlank = (cell: SheetCell): boolean => cell === null || (typeof cell === 'string' && trim(cell) === '')

/** Whether Excel has truncated a number, so that its last digits are lost. */
export const isTruncated = (cell: SheetCell): boolean => typeof cell === 'number' && Math.abs(cell) >= SAFE_DIGITS

/** The cell as text; '' for an empty one. */
export function formatCell(cell: SheetCell): string {
  if (cell === null) return ''
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  if (typeof cell === 'number') return formatNumber(cell)
  if (cell instanceof Date) return formatDate(cell)
  // Control characters other than line breaks and tabs are removed.
  return trim(cell.replaceAll('\r\n', '\n').replace(/[^\P{Cc}\n\t]/gu, ''))
}

/** Formats a number without binary rounding errors (0.1 + 0.2), and without an exponent below 1e21. */
function formatNumber(value: number): string {
  return String(Number(value.toPrecision(15)))
}

const padTwo = (value: number): string => String(value).padStart(2, '0')

/** `yyyy-MM-dd`, with ` HH:mm:ss` unless that is midnight; '' for no date. */
export function formatDate(date: Date): string {
  if (Number.isNaN(date.getTime())) return ''
  const day = `${String(date.getUTCFullYear()).padStart(4, '0')}-${padTwo(date.getUTCMonth() + 1)}-${padTwo(date.getUTCDate())}`
  const time = `${padTwo(date.getUTCHours())}:${padTwo(date.getUTCMinutes())}:${padTwo(date.getUTCSeconds())}`
  return time === '00:00:00' ? day : `${day} ${time}`
}
