import { cellText, dateText, isBlank, isCut, type SheetCell } from './cells.ts'
import { cellDate } from './dates.ts'
import { wordsOf } from './wordList.ts'

/** What a cell says in its column, or why it can't be taken (without the column's name). */
export type Parsed<T> = { value: T } | { problem: string }

/** A column of a sheet that is read. */
export interface SheetColumn<T> {
  title: string
  /** Other titles that mean the same: the list's own heading, a field's name. */
  also?: readonly string[]
  /** The sheet must have it, and each row must fill it. */
  needed: boolean
  parse(cell: SheetCell): Parsed<T>
}
export type SheetColumns = Readonly<Record<string, SheetColumn<unknown>>>

/** A row that was read: the values by the names of the columns. */
export type ValuesOf<C extends SheetColumns> = {
  [K in keyof C]: C[K] extends SheetColumn<infer T> ? T : never
}

const CUT = '位数太多，Excel 已把末尾的数字变成 0，请把单元格设为文本格式后重新填写'

/** An empty cell, or a sheet without the column, gives `blank`. */
function optional<T>(title: string, blank: T, parse: (cell: SheetCell) => Parsed<T>): SheetColumn<T> {
  return { title, needed: false, parse: (cell) => (isBlank(cell) ? { value: blank } : parse(cell)) }
}

/** The same column, which every row must fill. */
export function needed<T>(column: SheetColumn<T>): SheetColumn<Exclude<T, null>> {
  return {
    ...column,
    needed: true,
    parse: (cell) => {
      if (isBlank(cell)) return { problem: '不能为空' }
      // A cell that holds something gives no blank value.
      return column.parse(cell) as Parsed<Exclude<T, null>>
    },
  }
}

/** Text, trimmed; numbers as they are read. @param max characters */
export const textColumn = (title: string, max = 254): SheetColumn<string> =>
  optional<string>(title, '', (cell) => {
    if (isCut(cell)) return { problem: CUT }
    const value = cellText(cell)
    return value.length > max ? { problem: `不能超过 ${max} 个字` } : { value }
  })

/** A telephone number with all its digits, a leading 0 or + included; spaces and hyphens between them go. */
export const phoneColumn = (title: string): SheetColumn<string> =>
  optional<string>(title, '', (cell) => {
    if (isCut(cell)) return { problem: CUT }
    const value = cellText(cell)
      .normalize('NFKC')
      .replace(/[\s()-]/g, '')
    return /^\+?\d{3,20}$/.test(value) ? { value } : { problem: '应为电话号码' }
  })

/** The same column, found by these titles as well. */
export const alsoTitled = <T>(column: SheetColumn<T>, ...also: string[]): SheetColumn<T> => ({
  ...column,
  also: [...(column.also ?? []), ...also],
})

interface Bounds {
  min?: number
  max?: number
}

/** A whole number; null when empty. */
export const integerColumn = (title: string, bounds: Bounds = {}): SheetColumn<number | null> =>
  optional<number | null>(title, null, (cell) => {
    const value = numberOf(cell)
    return value === null || !Number.isSafeInteger(value) ? { problem: '应为整数' } : within(value, bounds)
  })

/** A number; null when empty. @param places digits after the point, at most */
export const decimalColumn = (title: string, { places = 10, ...bounds }: Bounds & { places?: number } = {}) =>
  optional<number | null>(title, null, (cell) => {
    const value = numberOf(cell)
    if (value === null) return { problem: '应为数字' }
    if (Number(value.toFixed(places)) !== value) return { problem: `最多保留 ${places} 位小数` }
    return within(value, bounds)
  })

/** `yyyy-MM-dd`, with ` HH:mm:ss` where the cell holds a time; '' when empty. */
export const dateColumn = (title: string): SheetColumn<string> =>
  optional<string>(title, '', (cell) => {
    const date = cellDate(cell)
    return date ? { value: dateText(date) } : { problem: '应为日期，例如 2026-01-31' }
  })

/** One of the words that stand for values; null when empty. */
export const choiceColumn = <V>(title: string, choices: Readonly<Record<string, V>>): SheetColumn<V | null> =>
  optional<V | null>(title, null, (cell) => {
    const found = Object.entries(choices).find(([word]) => word === cellText(cell))
    return found ? { value: found[1] } : { problem: `应为${Object.keys(choices).join('、')}之一` }
  })

/** Several words in one cell, between 、 , ; or line breaks. */
export const listColumn = (title: string): SheetColumn<string[]> =>
  optional<string[]>(title, [], (cell) => ({
    value: wordsOf(cellText(cell)),
  }))

const PLAIN_NUMBER = /^[+-]?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/

function numberOf(cell: SheetCell): number | null {
  if (typeof cell === 'number') return Number.isFinite(cell) ? Number(cell.toPrecision(15)) : null
  if (typeof cell !== 'string') return null
  const text = cellText(cell).normalize('NFKC')
  return PLAIN_NUMBER.test(text) ? Number(text.replaceAll(',', '')) : null
}

function within(value: number, { min = -Infinity, max = Infinity }: Bounds): Parsed<number> {
  if (value < min) return { problem: `不能小于 ${min}` }
  return value > max ? { problem: `不能大于 ${max}` } : { value }
}
