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

/** Quick ranges (C·§9). Seven days end today, so they start 6 days ago; thirty whole days end yesterday. */
export const QUICK_RANGES = [
  { key: 'today', title: '今天', start: 0, end: 0 },
  { key: 'yesterday', title: '昨天', start: 1, end: 1 },
  { key: 'seven', title: '近 7 天', start: 6, end: 0 },
  { key: 'thirty', title: '近 30 天', start: 30, end: 1 },
] as const satisfies readonly QuickRange[]

/** The first and last day of a quick range, counted back from `today`. */
export function toDateRange({ start, end }: QuickRange, today: Date): DateRangeValue {
  const daysAgo = (days: number): Date => new Date(today.getFullYear(), today.getMonth(), today.getDate() - days)
  return rangeOf(daysAgo(start), daysAgo(end))
}

/** A hint when the server's time zone differs from the viewer's; '' when both are equal or the server's is unknown. */
export function describeTimeZone({ today, utcOffset }: Pick<AnalyticsState, 'today' | 'utcOffset'>, now: Date): string {
  if (today === '' || utcOffset === -now.getTimezoneOffset()) return ''
  const [hours, minutes] = [Math.floor(Math.abs(utcOffset) / 60), Math.abs(utcOffset) % 60]
  const padTwo = (number: number): string => String(number).padStart(2, '0')
  return `日期按服务器的时区（UTC${utcOffset < 0 ? '-' : '+'}${padTwo(hours)}:${padTwo(minutes)}）计算，服务器当前日期为 ${today}。`
}

/** Whether both ends are set; the server needs both. */
export const isCompleteRange = ({ start, end }: DateRangeValue): boolean => dayOf(start) !== null && dayOf(end) !== null
