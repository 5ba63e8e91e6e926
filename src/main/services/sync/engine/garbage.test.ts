import { expect, test } from 'vitest'
import { until } from '#tests/fakes/syncHarness.ts'
import { collectGarbageWhenIdle } from './garbage.ts'

/** Garbage of its own function, so that nothing refers to it any more. */
function litter(bytes: number): void {
  new Uint8Array(bytes).fill(1)
}

test('file contents that nobody needs any more are freed once it is quiet', async () => {
  const before = process.memoryUsage().arrayBuffers
  const size = 64 * 1024 * 1024
  litter(size)
  expect(process.memoryUsage().arrayBuffers - before).toBeGreaterThanOrEqual(size)
  collectGarbageWhenIdle(1)
  await until(() => process.memoryUsage().arrayBuffers - before < size / 2)
})
