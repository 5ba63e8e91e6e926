import { act } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aJob, anEndedJob } from '#tests/builders/job.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { JobProgress } from './JobProgress.tsx'
import { pollIntervalAfter } from './pollInterval.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (ms: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))

describe('the poll interval of a job', () => {
  it('is a quarter of the time since the last change, between 0.6 and 10 seconds', () => {
    expect([0, 2000, 4000, 20_000, 40_000, 3_600_000].map(pollIntervalAfter)).toEqual([
      600, 600, 1000, 5000, 10_000, 10_000,
    ])
  })

  it('grows while the job does not change and shrinks with its progress; an ended job is not polled', async () => {
    const now = { job: aJob({ state: 'queued', progress: 0, message: '' }) }
    const host = aHost().on('job.findById', () => now.job)
    renderUi(<JobProgress jobId={now.job.id} />, { host })
    const pollsIn = async (ms: number): Promise<number> => {
      const before = host.inputsOf('job.findById').length
      await pass(ms)
      return host.inputsOf('job.findById').length - before
    }
    expect(await pollsIn(3000)).toBeGreaterThanOrEqual(4)
    await pass(60_000)
    expect(await pollsIn(60_000)).toBeLessThanOrEqual(7)

    now.job = aJob({ progress: 10 })
    await pass(10_000)
    now.job = aJob({ progress: 20 })
    await pass(3000)
    now.job = aJob({ progress: 30 })
    await pass(1500)
    expect(await pollsIn(1800)).toBeGreaterThanOrEqual(2)

    now.job = anEndedJob('done')
    await pass(3000)
    expect(await pollsIn(60_000)).toBe(0)
  })

  it('falls too while the server is out of reach', async () => {
    const host = aHost()
    renderUi(<JobProgress jobId={7} />, { host })
    await pass(60_000)
    const before = host.inputsOf('job.findById').length
    await pass(60_000)
    expect(host.inputsOf('job.findById').length - before).toBeLessThanOrEqual(7)
  })
})
