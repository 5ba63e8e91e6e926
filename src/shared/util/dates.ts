/** Milliseconds of a day of 24 hours. */
export const DAY_MS = 86_400_000

/** Indexed by Date.getDay(). */
export const WEEKDAYS = ['星期日', '星期一', '星期二', '星期三', '星期四', '星期五', '星期六'] as const

const two = (n: number): string => String(n).padStart(2, '0')

/** `yyyy-MM-dd HH:mm:ss` in the local time zone, as the documents show times. Takes a Date or epoch milliseconds. */
export function formatDateTime(when: Date | number): string {
  const d = typeof when === 'number' ? new Date(when) : when
  const day = `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())}`
  return `${day} ${two(d.getHours())}:${two(d.getMinutes())}:${two(d.getSeconds())}`
}

const DATE_TIME = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2})(?::(\d{2}))?$/

/**
 * Parses `yyyy-MM-dd HH:mm:ss` in the local time zone to epoch milliseconds; null if it is invalid, or skipped by a
 * clock change. Of a time that a clock change repeats, the first.
 */
export function parseDateTime(text: string): number | null {
  const [, year, month, day, hours, minutes, seconds = '0'] = DATE_TIME.exec(text.trim()) ?? []
  if (!year) return null
  const [y, mo, d, h, mi, s] = [year, month, day, hours, minutes, seconds].map(Number)
  const when = new Date(y ?? 0, (mo ?? 1) - 1, d, h, mi, s)
  const isSame = when.getDate() === d && when.getHours() === h && when.getMinutes() === mi
  return isSame ? when.getTime() : null
}
