import { DAY_MS } from '#shared/util/dates.ts'
import { formatCell, formatDate, isBlank, isTruncated, type SheetCell, trim } from './cells.ts'
import { MAX_CELL_CHARACTERS } from './limits.ts'
import { isTruncatedText } from './cellTruncation.ts'
import { parseWords } from './wordList.ts'

/** The parsed value of a cell, or its problem (worded without the column's name). */
export type Parsed<T> = { value: T } | { problem: string }

/** A column of an imported sheet. */
export interface SheetColumn<T> {
  title: string
  /** Alternative titles: the heading of the list, the name of a field. */
  otherTitles?: readonly string[]
  /** Whether the sheet must have the column and each row must fill it. */
  isRequired: boolean
  parse(cell: SheetCell): Parsed<T>
}
export type SheetColumns = Readonly<Record<string, SheetColumn<unknown>>>

/** The values of a row by the names of the columns. */
export type ValuesOf<C extends SheetColumns> = {
  [K in keyof C]: C[K] extends SheetColumn<infer T> ? T : never
}

const TRUNCATED_NUMBER = '位数过多，Excel 已把末尾的数字变成 0，请把单元格设为文本格式后重新填写'

const TRUNCATED_TEXT = `达到 Excel 单元格的上限 ${MAX_CELL_CHARACTERS} 字，后面的文字可能已丢失，请补全并缩短后重新导入，或直接在内容中填写`

/** Creates an optional column; an empty cell or a missing column has the value `blank`. */
function createOptional<T>(title: string, blank: T, parse: (cell: SheetCell) => Parsed<T>): SheetColumn<T> {
  return { title, isRequired: false, parse: (cell) => (isBlank(cell) ? { value: blank } : parse(cell)) }
}

/** Makes a column required. */
export function required<T>(column: SheetColumn<T>): SheetColumn<Exclude<T, null>> {
  return {
    ...column,
    isRequired: true,
    parse: (cell) => {
      if (isBlank(cell)) return { problem: '不能为空' }
      // A cell that isn't blank never parses to null.
      return column.parse(cell) as Parsed<Exclude<T, null>>
    },
  }
}

/** A column of trimmed text; numbers become text. @param max characters */
export const textColumn = (title: string, max = 254): SheetColumn<string> =>
  createOptional<string>(title, '', (cell) => {
    if (isTruncated(cell)) return { problem: TRUNCATED_NUMBER }
    if (typeof cell === 'string' && isTruncatedText(cell)) return { problem: TRUNCATED_TEXT }
    const value = formatCell(cell)
    return value.length > max ? { problem: `不能超过 ${max} 个字` } : { value }
  })

/** A column of telephone numbers with a leading 0 or +; spaces and hyphens are removed. */
export const phoneColumn = (title: string): SheetColumn<string> =>
  createOptional<string>(title, '', (cell) => {
    if (isTruncated(cell)) return { problem: TRUNCATED_NUMBER }
    const value = formatCell(cell)
      .normalize('NFKC')
      .replace(/[\s()-]/g, '')
    return /^\+?\d{3,20}$/.test(value) ? { value } : { problem: '应为电话号码' }
  })

/** Adds alternative titles to a column. */
export const withOtherTitles = <T>(column: SheetColumn<T>, ...also: string[]): SheetColumn<T> => ({
  ...column,
  otherTitles: [...(column.otherTitles ?? []), ...also],
})

interface Bounds {
  min?: number
  max?: number
}

/** A column of integers; null when empty. */
export const integerColumn = (title: string, bounds: Bounds = {}): SheetColumn<number | null> =>
  createOptional<number | null>(title, null, (cell) => {
    const value = parseNumber(cell)
    return value === null || !Number.isSafeInteger(value) ? { problem: '应为整数' } : checkBounds(value, bounds)
  })

/** A column of numbers; null when empty. @param places maximum number of decimals */
export const decimalColumn = (title: string, { places = 10, ...bounds }: Bounds & { places?: number } = {}) =>
  createOptional<number | null>(title, null, (cell) => {
    const value = parseNumber(cell)
    if (value === null) return { problem: '应为数字' }
    if (Number(value.toFixed(places)) !== value) return { problem: `最多保留 ${places} 位小数` }
    return checkBounds(value, bounds)
  })

/** A column of dates: `yyyy-MM-dd`, with ` HH:mm:ss` where the cell has a time; '' when empty. */
export const dateColumn = (title: string): SheetColumn<string> =>
  createOptional<string>(title, '', (cell) => {
    const date = parseDate(cell)
    return date ? { value: formatDate(date) } : { problem: '应为日期，例如 2026-01-31' }
  })

/** A column of words that map to values; null when empty. */
export const choiceColumn = <V>(title: string, choices: Readonly<Record<string, V>>): SheetColumn<V | null> =>
  createOptional<V | null>(title, null, (cell) => {
    const found = Object.entries(choices).find(([word]) => word === formatCell(cell))
    return found ? { value: found[1] } : { problem: `应为${Object.keys(choices).join('、')}之一` }
  })

/** A column with several words per cell, separated by 、 , ; or line breaks. */
export const listColumn = (title: string): SheetColumn<string[]> =>
  createOptional<string[]>(title, [], (cell) => ({
    value: parseWords(formatCell(cell)),
  }))

const PLAIN_NUMBER = /^[+-]?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/

function parseNumber(cell: SheetCell): number | null {
  if (typeof cell === 'number') return Number.isFinite(cell) ? Number(cell.toPrecision(15)) : null
  if (typeof cell !== 'string') return null
  const text = formatCell(cell).normalize('NFKC')
  return PLAIN_NUMBER.test(text) ? Number(text.replaceAll(',', '')) : null
}

function checkBounds(value: number, { min = -Infinity, max = Infinity }: Bounds): Parsed<number> {
  if (value < min) return { problem: `不能小于 ${min}` }
  return value > max ? { problem: `不能大于 ${max}` } : { value }
}

/**
 * Day 0 of Excel's serial dates. They include a non-existent 29 February 1900, so the epoch is right from March 1900
 * on.
 */
const EXCEL_EPOCH = Date.UTC(1899, 11, 30)
/** 31 December 9999. */
const LAST_SERIAL = 2_958_465

/** 2026-1-2, 2026/01/02, 2026.1.2 and 2026年1月2日, with a time or without. */
const DATE_TEXT = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T\s]+(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?)?$/
const COMPACT = /^(\d{4})(\d\d)(\d\d)$/

/** The date in a cell, in UTC fields: a date cell, an Excel serial number, or a text. null: no date. */
function parseDate(cell: SheetCell): Date | null {
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? null : toSecond(cell.getTime())
  if (typeof cell === 'number') return cell > LAST_SERIAL ? parseWrittenDate(String(cell)) : serialDate(cell)
  return typeof cell === 'string' ? parseWrittenDate(trim(cell.normalize('NFKC'))) : null
}

const serialDate = (serial: number): Date | null =>
  serial >= 1 ? toSecond(EXCEL_EPOCH + Math.round(serial * DAY_MS)) : null

/** Rounds to seconds, because fractions of a day are not exact. */
const toSecond = (ms: number): Date => new Date(Math.round(ms / 1000) * 1000)

function parseWrittenDate(text: string): Date | null {
  const found = DATE_TEXT.exec(text) ?? COMPACT.exec(text)
  if (!found) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1)
    .map((part) => Number(part ?? 0))
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  // Date.UTC converts 31 February to a day of March.
  const real = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60 && second < 60
  return real ? date : null
}
