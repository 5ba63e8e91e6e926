import { describe, expect, it } from 'vitest'
import { parseTime, timeOf } from './times.ts'

describe('times of day', () => {
  it('are read as people type them, in 24 hours', () => {
    expect(['9', '9:5', '09:30', '23:59:59', '0930', '093015', ' ９：３０ '].map(parseTime)).toEqual([
      '09:00:00',
      '09:05:00',
      '09:30:00',
      '23:59:59',
      '09:30:00',
      '09:30:15',
      '09:30:00',
    ])
  })
  it('are none when the day has no such time', () => {
    for (const text of ['', '24:00', '9:60', '9:30:60', '9:', '下午三点', '9:30 PM', '12345'])
      expect(parseTime(text)).toBeNull()
  })
  it('stand behind the day of a moment', () => {
    expect(['2026-03-01 09:30:15', '2026-03-01 09:30', '2026-03-01', ''].map(timeOf)).toEqual([
      '09:30:15',
      '09:30:00',
      '',
      '',
    ])
  })
})
