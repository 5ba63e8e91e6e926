/** The visible period of the calendar. */
export type Span = 'month' | 'week'

/** Midnight `days` after a day. Calendar days are counted, because a day may have 23 or 25 hours. */
export const dayAfter = (day: Date, days: number): Date =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate() + days)

/** The Monday of the week. */
const startOfWeek = (day: Date): Date => dayAfter(day, -((day.getDay() + 6) % 7))

/** The visible days: a week from Monday, or all weeks that overlap the month. */
export function listDays(span: Span, anchor: Date): Date[] {
  if (span === 'week') return Array.from({ length: 7 }, (_each, at) => dayAfter(startOfWeek(anchor), at))
  const first = startOfWeek(new Date(anchor.getFullYear(), anchor.getMonth(), 1))
  const last = new Date(anchor.getFullYear(), anchor.getMonth() + 1, 0)
  const days: Date[] = []
  for (let day = first; day <= last || days.length % 7 !== 0; day = dayAfter(day, 1)) days.push(day)
  return days
}

/** A day in the previous (-1) or next (1) period. */
export const shiftAnchor = (span: Span, anchor: Date, by: 1 | -1): Date =>
  span === 'week' ? dayAfter(anchor, 7 * by) : new Date(anchor.getFullYear(), anchor.getMonth() + by, 1)

/** Key of a local day, such as `2026-11-23`. */
export const keyOf = (day: Date): string => `${day.getFullYear()}-${day.getMonth() + 1}-${day.getDate()}`

/** Title of the period: 2026 年 11 月, or 2026 年 11 月 23 日 – 29 日. */
export function spanTitle(span: Span, days: readonly Date[], anchor: Date): string {
  const [first, last] = [days[0], days.at(-1)]
  if (span === 'month' || !first || !last) return `${anchor.getFullYear()} 年 ${anchor.getMonth() + 1} 月`
  const end = last.getMonth() === first.getMonth() ? '' : `${last.getMonth() + 1} 月 `
  return `${first.getFullYear()} 年 ${first.getMonth() + 1} 月 ${first.getDate()} 日 – ${end}${last.getDate()} 日`
}
