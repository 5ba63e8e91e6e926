/** Milliseconds of a day of 24 hours. */
export const DAY_MS = 86_400_000

const two = (n: number): string => String(n).padStart(2, '0')

/** `yyyy-MM-dd HH:mm:ss` in the local time zone, as the documents show times. Takes a Date or epoch milliseconds. */
export function formatDateTime(when: Date | number): string {
  const d = typeof when === 'number' ? new Date(when) : when
  const day = `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())}`
  return `${day} ${two(d.getHours())}:${two(d.getMinutes())}:${two(d.getSeconds())}`
}
