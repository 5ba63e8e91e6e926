import { afterEach, expect, it, vi } from 'vitest'
import { createProgressReporter } from './build.ts'

afterEach(() => vi.restoreAllMocks())

it('says of a build how far it is, how fast it goes and how long it still takes', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1000)
  const told: [number, string][] = []
  const say = createProgressReporter(async (progress, message) => void told.push([progress, message]))
  await say({ page: '', done: 0, total: 0 })
  for (const [now, done] of [
    [3000, 50],
    [5000, 1],
    [11_000, 199],
    [11_000, 200],
  ] as const) {
    clock.mockReturnValue(now)
    await say({ page: '', done, total: 200 })
  }
  expect(told).toEqual([
    [0, '已处理 0 / 0 页，每秒 1 页，约剩 0 秒'],
    [24, '已处理 50 / 200 页，每秒 25 页，约剩 6 秒'],
    [0, '已处理 1 / 200 页，每秒 1 页，约剩 796 秒'],
    [98, '已处理 199 / 200 页，每秒 20 页，约剩 1 秒'],
    [99, '已处理 200 / 200 页，每秒 20 页，约剩 0 秒'],
  ])
})
