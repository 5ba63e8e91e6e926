const DAY = 86_400_000

/** Whole days from now until the time (`yyyy-MM-dd HH:mm:ss`); 0 when it is past or less than a day away. */
export const daysUntil = (time: string, now: number): number =>
  Math.max(0, Math.floor((Date.parse(time.replace(' ', 'T')) - now) / DAY))
