import { afterEach, describe, expect, it } from 'vitest'
import { parseDateTime } from '#shared/util/dates.ts'
import { dayAfter, listDays, keyOf, shiftAnchor, spanTitle } from './days.ts'

const zone = process.env.TZ
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

describe('the days of the calendar', () => {
  it('are whole weeks from Monday', () => {
    const days = listDays('month', new Date(2026, 10, 23))
    expect([keyOf(days[0] ?? new Date(0)), days.length, keyOf(days.at(-1) ?? new Date(0))]).toEqual([
      '2026-10-26',
      42,
      '2026-12-6',
    ])
    const week = listDays('week', new Date(2026, 10, 29))
    expect(week.map((day) => day.getDate())).toEqual([23, 24, 25, 26, 27, 28, 29])
    expect(spanTitle('week', week, new Date(2026, 10, 29))).toBe('2026 年 11 月 23 日 – 29 日')
    expect(listDays('month', new Date(2027, 1, 10))).toHaveLength(28)
  })

  it.each(['Europe/Berlin', 'America/Sao_Paulo', 'Asia/Shanghai'])(
    'are midnights, also of days with a clock change in %s',
    (name) => {
      process.env.TZ = name
      for (let month = 0; month < 12; month++)
        for (const day of listDays('month', new Date(2026, month, 15))) {
          expect(day.getHours()).toBe(0)
          expect(keyOf(dayAfter(day, 7))).toBe(keyOf(new Date(day.getFullYear(), day.getMonth(), day.getDate() + 7)))
        }
    },
  )

  it('go on by whole months and weeks', () => {
    expect(keyOf(shiftAnchor('month', new Date(2026, 0, 31), 1))).toBe('2026-2-1')
    expect(keyOf(shiftAnchor('week', new Date(2026, 11, 30), 1))).toBe('2027-1-6')
  })
})

describe('a timestamp from text', () => {
  it('is parsed in local time; a skipped time is invalid, a repeated time is the first one', () => {
    process.env.TZ = 'Europe/Berlin'
    expect(parseDateTime('2026-03-29 01:59:59')).toBe(Date.UTC(2026, 2, 29, 0, 59, 59))
    expect(parseDateTime('2026-03-29 02:30:00')).toBeNull()
    expect(parseDateTime('2026-03-29 03:00:00')).toBe(Date.UTC(2026, 2, 29, 1, 0, 0))
    expect(parseDateTime('2026-10-25 02:30:00')).toBe(Date.UTC(2026, 9, 25, 0, 30, 0))
    expect(parseDateTime('2026-02-30 08:00:00')).toBeNull()
    expect(parseDateTime('')).toBeNull()
  })
})
