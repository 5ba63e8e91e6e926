import type { AnalyticsState } from '#shared/contract/analytics.ts'
import { dayOf, type DateRangeValue, rangeOf } from '#renderer/ui/fields/dates.ts'

/** A quick range of the screen (C·§9). */
export interface QuickRange {
  /** Sent as `time`. */
  key: string
  title: string
  /** Days from today back to the first and to the last day. */
  start: number
  end: number
}

/**
 * C·§9: offsets of 6 or 7 and 30 days. Seven days with today are an offset of 6; thirty whole days with an offset of 30 end
 * yesterday.
 */
export const QUICK = [
  { key: 'today', title: '今日', start: 0, end: 0 },
  { key: 'yesterday', title: '昨日', start: 1, end: 1 },
  { key: 'seven', title: '最近7天', start: 6, end: 0 },
  { key: 'thirty', title: '最近30天', start: 30, end: 1 },
] as const satisfies readonly QuickRange[]

/** The days of a quick range, counted from a day. */
export function quickDays({ start, end }: QuickRange, today: Date): DateRangeValue {
  const before = (days: number): Date => new Date(today.getFullYear(), today.getMonth(), today.getDate() - days)
  return rangeOf(before(start), before(end))
}

/** What is said when the server's days begin at another time than the viewer's; '' when they don't, or it is not known. */
export function zoneText({ today, utcOffset }: Pick<AnalyticsState, 'today' | 'utcOffset'>, now: Date): string {
  if (today === '' || utcOffset === -now.getTimezoneOffset()) return ''
  const [hours, minutes] = [Math.floor(Math.abs(utcOffset) / 60), Math.abs(utcOffset) % 60]
  const two = (number: number): string => String(number).padStart(2, '0')
  return `日期按服务器的时区（UTC${utcOffset < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}）计算，服务器今天是 ${today}。`
}

/** Both ends are set; an open one can't be asked for. */
export const isWhole = ({ start, end }: DateRangeValue): boolean => dayOf(start) !== null && dayOf(end) !== null
