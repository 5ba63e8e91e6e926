/** A recurring schedule, in the server's time zone. */
export interface RecurringPlan {
  every: 'day' | 'week' | 'hours'
  /** HH:mm, for `day` and `week`. */
  time: string
  /** 0 (Sunday) to 6, for `week`. */
  weekdays: readonly number[]
  /** Interval in hours, for `hours`, counted from midnight; a divisor of 24. */
  hours: number
}

const DAYS_OF_WEEK = 7
const HOURS_OF_DAY = 24

/**
 * The planned times on the day that is `days` days after `now`, ascending. A time that daylight saving skips is an hour
 * later; a time that occurs twice counts once.
 */
function plannedTimesOn({ every, time, weekdays, hours }: RecurringPlan, now: Date, days: number): Date[] {
  const at = (hour: number, minute: number): Date =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour, minute)
  if (every === 'hours')
    return Array.from({ length: Math.ceil(HOURS_OF_DAY / hours) }, (_, step) => at(step * hours, 0))
  if (every === 'week' && !weekdays.includes(at(12, 0).getDay())) return []
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return [at(hour, minute)]
}

/** The last planned time that is not after `now`. */
export function findLastPlanned(plan: RecurringPlan, now: Date): Date {
  for (let days = 0; days >= -DAYS_OF_WEEK; days--) {
    const at = plannedTimesOn(plan, now, days).findLast((moment) => moment <= now)
    if (at) return at
  }
  return new Date(0)
}

/** The first planned time after `now`. */
export function findNextPlanned(plan: RecurringPlan, now: Date): Date {
  for (let days = 0; days <= DAYS_OF_WEEK; days++) {
    const at = plannedTimesOn(plan, now, days).find((moment) => moment > now)
    if (at) return at
  }
  return new Date(now.getTime())
}
