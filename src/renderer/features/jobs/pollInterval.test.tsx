import { act } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aJob, anEndedJob } from '#tests/builders/job.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { JobProgress } from './JobProgress.tsx'
import { pollIntervalAfter } from './pollInterval.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (ms: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))

describe('how often a job is looked at', () => {
  it('is by a quarter of its silence, between 0.6 and 10 seconds', () => {
    expect([0, 2000, 4000, 20_000, 40_000, 3_600_000].map(pollIntervalAfter)).toEqual([
      600, 600, 1000, 5000, 10_000, 10_000,
    ])
  })

  it('falls while nobody works on it, and rises again when somebody does, until it has ended', async () => {
    const now = { job: aJob({ state: 'queued', progress: 0, message: '' }) }
    const host = aHost().on('job.findById', () => now.job)
    renderUi(<JobProgress jobId={now.job.id} />, { host })
    const looksIn = async (ms: number): Promise<number> => {
      const before = host.inputsOf('job.findById').length
      await pass(ms)
      return host.inputsOf('job.findById').length - before
    }
    expect(await looksIn(3000)).toBeGreaterThanOrEqual(4)
    await pass(60_000)
    expect(await looksIn(60_000)).toBeLessThanOrEqual(7)

    now.job = aJob({ progress: 10 })
    await pass(10_000)
    now.job = aJob({ progress: 20 })
    await pass(3000)
    now.job = aJob({ progress: 30 })
    await pass(1500)
    expect(await looksIn(1800)).toBeGreaterThanOrEqual(2)

    now.job = anEndedJob('done')
    await pass(3000)
    expect(await looksIn(60_000)).toBe(0)
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
