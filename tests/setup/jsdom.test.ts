import { expect, it, vi } from 'vitest'
import { requireValue } from '#shared/util/assertNever.ts'

it('frames are drawn also after one was asked for under fake timers', async () => {
  const { requestAnimationFrame: ask } = requireValue(document.defaultView, 'jsdom has a window')
  const frame = (): Promise<number> => new Promise((resolve) => ask(resolve))
  vi.useFakeTimers()
  const lost = frame()
  vi.useRealTimers()
  expect(await Promise.all([lost, frame()])).toHaveLength(2)
})
