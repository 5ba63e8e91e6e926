import type { BackupRules } from '#shared/contract/backup.ts'

const DAYS_OF_WEEK = 7

/** The moment of a plan on a day so many days from `now`'s, in the server's time zone; null: not on that day. */
function momentOn({ every, weekday, time }: BackupRules, now: Date, days: number): Date | null {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const at = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hours, minutes)
  return every === 'week' && at.getDay() !== weekday ? null : at
}

/** The last planned moment that is not after `now`. */
export function lastMoment(rules: BackupRules, now: Date): Date {
  for (let days = 0; days >= -DAYS_OF_WEEK; days--) {
    const at = momentOn(rules, now, days)
    if (at && at <= now) return at
  }
  return new Date(0)
}

/** The first planned moment after `now`. */
export function nextMoment(rules: BackupRules, now: Date): Date {
  for (let days = 0; days <= DAYS_OF_WEEK; days++) {
    const at = momentOn(rules, now, days)
    if (at && at > now) return at
  }
  return new Date(now.getTime())
}
