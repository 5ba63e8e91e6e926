import { expect, it, onTestFinished, vi } from 'vitest'
import type { UploadChanges, UploadTask } from '#shared/contract/uploads.ts'
import { createReport } from './report.ts'

it('200 constantly changing uploads are reported at most five times per second, the final state included', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const told: UploadChanges[] = []
  const totals = { open: 0, active: 0, failed: 0, bytes: 0, sent: 0, speed: 0, remaining: null }
  const report = createReport({
    task: (id) => ({ id }) as UploadTask,
    order: () => ['b', 'a'],
    active: () => [],
    totals: () => totals,
    emit: (changes) => told.push(changes),
  })
  for (let at = 0; at < 1000; at += 10) {
    for (let id = 0; id < 200; id++) report.touch(String(id))
    vi.advanceTimersByTime(10)
  }
  expect(told.length).toBeGreaterThanOrEqual(4)
  expect(told.length).toBeLessThanOrEqual(6)
  expect(told.at(-1)?.tasks).toHaveLength(200)
  report.gone(['7'])
  report.reordered()
  vi.advanceTimersByTime(300)
  expect(told.at(-1)).toMatchObject({ removed: ['7'], order: ['b', 'a'] })
  expect(told.at(-1)?.tasks.some(({ id }) => id === '7')).toBe(false)
  report.stop()
  report.touch('1')
  const before = told.length
  vi.advanceTimersByTime(1000)
  expect(told).toHaveLength(before)
})
