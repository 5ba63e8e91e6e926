import { DAY_MS } from '#shared/util/dates.ts'

/** Days from now until the time (`yyyy-MM-dd HH:mm:ss`), rounded up; 0 when less than a day is left. */
export function daysUntil(time: string, now: number): number {
  const left = Date.parse(time.replace(' ', 'T')) - now
  return left < DAY_MS ? 0 : Math.ceil(left / DAY_MS)
}
