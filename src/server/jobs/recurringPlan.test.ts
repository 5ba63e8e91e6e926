import { afterEach, expect, it } from 'vitest'
import { findLastPlanned, findNextPlanned, type RecurringPlan } from './recurringPlan.ts'

const zone = process.env.TZ
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

const at = (text: string) => new Date(`${text}:00`)
const plan = (set: Partial<RecurringPlan>): RecurringPlan => ({
  every: 'day',
  time: '03:00',
  weekdays: [],
  hours: 1,
  ...set,
})
/** The moments that follow each other after `from`. */
function following(set: Partial<RecurringPlan>, from: Date, count: number): Date[] {
  const found: Date[] = []
  for (let now = from; found.length < count; now = found.at(-1) ?? now) found.push(findNextPlanned(plan(set), now))
  return found
}

it('are those of a day', () => {
  const daily = plan({})
  expect(findLastPlanned(daily, at('2026-11-23T02:59'))).toEqual(at('2026-11-22T03:00'))
  expect(findLastPlanned(daily, at('2026-11-23T03:00'))).toEqual(at('2026-11-23T03:00'))
  expect(findNextPlanned(daily, at('2026-11-23T02:59'))).toEqual(at('2026-11-23T03:00'))
  expect(findNextPlanned(daily, at('2026-11-23T03:00'))).toEqual(at('2026-11-24T03:00'))
})

it('are those of some days of a week', () => {
  // 2026-11-22 is a Sunday.
  const weekly = plan({ every: 'week', weekdays: [0] })
  expect(findLastPlanned(weekly, at('2026-11-23T02:59'))).toEqual(at('2026-11-22T03:00'))
  expect(findNextPlanned(weekly, at('2026-11-23T02:59'))).toEqual(at('2026-11-29T03:00'))
  expect(findNextPlanned(weekly, at('2026-11-22T03:00'))).toEqual(at('2026-11-29T03:00'))
  expect(following({ every: 'week', weekdays: [1, 5] }, at('2026-11-22T00:00'), 3)).toEqual(
    ['2026-11-23T03:00', '2026-11-27T03:00', '2026-11-30T03:00'].map(at),
  )
})

it('reach seven days back and on, and are none of a week without days', () => {
  const monday = plan({ every: 'week', weekdays: [1] })
  expect(findLastPlanned(monday, at('2026-11-23T02:59'))).toEqual(at('2026-11-16T03:00'))
  expect(findNextPlanned(monday, at('2026-11-23T03:00'))).toEqual(at('2026-11-30T03:00'))
  const none = plan({ every: 'week' })
  expect(findLastPlanned(none, at('2026-11-23T03:00'))).toEqual(new Date(0))
  expect(findNextPlanned(none, at('2026-11-23T03:00'))).toEqual(at('2026-11-23T03:00'))
})

it('are those of each so many hours, from midnight on', () => {
  expect(following({ every: 'hours', hours: 6 }, at('2026-11-23T13:30'), 4)).toEqual(
    ['2026-11-23T18:00', '2026-11-24T00:00', '2026-11-24T06:00', '2026-11-24T12:00'].map(at),
  )
  expect(findLastPlanned(plan({ every: 'hours', hours: 12 }), at('2026-11-23T11:59'))).toEqual(at('2026-11-23T00:00'))
})

it('come once on a day whose clock skips them, and once on one whose clock shows them twice', () => {
  process.env.TZ = 'Europe/Berlin'
  const daily = { time: '02:30' }
  // 2026-03-29 has no 02:30, and 2026-10-25 has two.
  expect(following(daily, at('2026-03-28T12:00'), 2)).toEqual(
    ['2026-03-29T01:30:00Z', '2026-03-30T00:30:00Z'].map((text) => new Date(text)),
  )
  expect(following(daily, at('2026-10-24T12:00'), 2)).toEqual(
    ['2026-10-25T00:30:00Z', '2026-10-26T01:30:00Z'].map((text) => new Date(text)),
  )
  const hourly = { every: 'hours', hours: 1 } as const
  const [spring, autumn] = [following(hourly, at('2026-03-29T00:30'), 3), following(hourly, at('2026-10-25T00:30'), 3)]
  expect(spring.map((moment) => moment.getHours())).toEqual([1, 3, 4])
  expect(autumn.map((moment) => moment.getHours())).toEqual([1, 2, 3])
})
