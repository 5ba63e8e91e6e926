/** Milliseconds of a day of 24 hours. */
export const DAY_MS = 86_400_000

/** By the number that a Date gives them. */
export const WEEKDAYS = ['星期日', '星期一', '星期二', '星期三', '星期四', '星期五', '星期六'] as const

const two = (n: number): string => String(n).padStart(2, '0')

/** `yyyy-MM-dd HH:mm:ss` in the local time zone, as the documents show times. Takes a Date or epoch milliseconds. */
export function formatDateTime(when: Date | number): string {
  const d = typeof when === 'number' ? new Date(when) : when
  const day = `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())}`
  return `${day} ${two(d.getHours())}:${two(d.getMinutes())}:${two(d.getSeconds())}`
}

const MOMENT = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2})(?::(\d{2}))?$/

/**
 * Epoch milliseconds of a `yyyy-MM-dd HH:mm:ss` in the local time zone; null for what is none, and for a time that the clock
 * skips there when it is put forward. Of a time that comes twice when it is put back, the first.
 */
export function momentOf(text: string): number | null {
  const [, year, month, day, hours, minutes, seconds = '0'] = MOMENT.exec(text.trim()) ?? []
  if (!year) return null
  const [y, mo, d, h, mi, s] = [year, month, day, hours, minutes, seconds].map(Number)
  const when = new Date(y ?? 0, (mo ?? 1) - 1, d, h, mi, s)
  const isSame = when.getDate() === d && when.getHours() === h && when.getMinutes() === mi
  return isSame ? when.getTime() : null
}
