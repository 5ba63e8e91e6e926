import { DAY_MS } from '#shared/util/dates.ts'
import { type SheetCell, trimmed } from './cells.ts'

/** Day 0 of Excel's count; it holds a 29 February 1900 that never was, so this is right from March 1900 on. */
const EXCEL_EPOCH = Date.UTC(1899, 11, 30)
/** 31 December 9999. */
const LAST_SERIAL = 2_958_465

/** 2026-1-2, 2026/01/02, 2026.1.2 and 2026年1月2日, with a time or without. */
const WRITTEN = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T\s]+(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?)?$/
const COMPACT = /^(\d{4})(\d\d)(\d\d)$/

/** The date in a cell, in its UTC fields: a real date, a plain number of Excel's count, or a text. null: none. */
export function cellDate(cell: SheetCell): Date | null {
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? null : toSecond(cell.getTime())
  if (typeof cell === 'number') return cell > LAST_SERIAL ? writtenDate(String(cell)) : serialDate(cell)
  return typeof cell === 'string' ? writtenDate(trimmed(cell.normalize('NFKC'))) : null
}

const serialDate = (serial: number): Date | null =>
  serial >= 1 ? toSecond(EXCEL_EPOCH + Math.round(serial * DAY_MS)) : null

/** Fractions of a day are no whole seconds. */
const toSecond = (ms: number): Date => new Date(Math.round(ms / 1000) * 1000)

function writtenDate(text: string): Date | null {
  const found = WRITTEN.exec(text) ?? COMPACT.exec(text)
  if (!found) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1)
    .map((part) => Number(part ?? 0))
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  // 31 February would become a day in March.
  const real = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60 && second < 60
  return real ? date : null
}
