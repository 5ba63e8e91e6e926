import Fastify from 'fastify'
import { expect, it, vi } from 'vitest'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { pollScheduledWork } from './scheduledWork.ts'

const LOOK_MS = 2000

onBothDatabases('work on time', (_server, start) => {
  it('is queued when its time has come, once, as nobody’s job', async () => {
    const { deps, clock } = await start({ runsJobs: false, isClockStill: true })
    const jobs = () => deps.db.selectFrom('job').selectAll().where('kind', '=', 'statics.schedule').execute()
    await deps.db.deleteFrom('job').where('kind', '=', 'statics.schedule').execute()
    let isDue = false
    const asked = vi.fn(async () => isDue)
    const app = Fastify()
    pollScheduledWork(app, deps, { kind: 'statics.schedule', title: '定时生成', isDue: asked })
    expect(asked).not.toHaveBeenCalled()
    await app.listen({ host: '127.0.0.1', port: 0 })
    await expect.poll(() => asked.mock.calls.length).toBe(1)
    expect(await jobs()).toEqual([])
    isDue = true
    const before = clock.now().getTime()
    clock.advance(LOOK_MS)
    await expect.poll(async () => (await jobs()).length).toBe(1)
    expect(asked).toHaveBeenLastCalledWith(deps.db, expect.any(Number))
    expect((asked.mock.lastCall as unknown as [unknown, number])[1]).toBeGreaterThanOrEqual(before + LOOK_MS)
    expect(await jobs()).toEqual([
      expect.objectContaining({
        title: '定时生成',
        siteId: 0,
        input: '{}',
        accountId: 0,
        username: '',
        state: 'queued',
        progress: 0,
        message: '等待中',
        resultId: 0,
        attempts: 0,
        cancelAsked: 0,
        leaseUntil: 0,
      }),
    ])
    // One waits already.
    clock.advance(LOOK_MS)
    await expect.poll(() => asked.mock.calls.length).toBe(3)
    await app.close()
    expect(await jobs()).toHaveLength(1)
    clock.advance(LOOK_MS)
    expect(asked).toHaveBeenCalledTimes(3)
  })

  it('is looked for by one at a time, and again after a failure', async () => {
    const { deps, clock } = await start({ runsJobs: false, isClockStill: true })
    const failed = vi.spyOn(deps.log, 'error')
    const { promise, reject } = Promise.withResolvers<boolean>()
    const asked = vi.fn(() => promise)
    const app = Fastify()
    pollScheduledWork(app, deps, { kind: 'statics.schedule', title: '定时生成', isDue: asked })
    await app.listen({ host: '127.0.0.1', port: 0 })
    clock.advance(LOOK_MS)
    clock.advance(LOOK_MS)
    expect(asked).toHaveBeenCalledTimes(1)
    reject(new Error('away'))
    await expect.poll(() => failed.mock.calls.length).toBe(1)
    const again = (): number => {
      clock.advance(LOOK_MS)
      return asked.mock.calls.length
    }
    await expect.poll(again).toBeGreaterThan(1)
    await app.close()
  })
})
