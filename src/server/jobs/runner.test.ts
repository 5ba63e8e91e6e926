import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { buildServer } from '#server/app.ts'
import { resources } from '#server/areas/index.ts'
import { AppError } from '#shared/errors/index.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import type { TestServer } from '#tests/integration/server/harness/server.ts'
import { databaseTimeSql } from '../db/dialect.ts'
import { COPY_REASON, MARK_COPY_SQL } from '../db/serverCopy.ts'
import { ownerlessJob, queueOwnerlessJob } from './queue.ts'
import { claimJob, HEARTBEAT_MS, LEASE_MS, MAX_ATTEMPTS } from './store.ts'
import type { JobWork, JobWorks } from '../http/jobWork.ts'

/** The jobs of a server that was started without, with other work for building pages and more; answers the way to end it. */
async function worker({ deps }: TestServer, work: JobWork, more: JobWorks = {}): Promise<() => Promise<void>> {
  deps.runsJobs = true
  const app = await buildServer(deps, [...resources, { jobs: { 'statics.build': work, ...more } }])
  await app.listen({ host: '127.0.0.1', port: 0 })
  return () => app.close()
}

async function queue(server: TestServer): Promise<number> {
  const admin = await server.as('admin')
  const [column] = await admin.ok('column.getTree', { siteId: 1 })
  return (await admin.ok('statics.buildHTML', { siteId: 1, menuIds: [column?.id ?? 0] })).jobId
}

onBothDatabases('the runner', (_server, start) => {
  it('begins a job as soon as it is queued, and writes its progress only so often', async () => {
    const server = await start({ runsJobs: false })
    const written: string[] = []
    const work: JobWork = async ({ db }, job) => {
      const clock = vi.spyOn(performance, 'now')
      const say = async (milliseconds: number, message: string): Promise<void> => {
        clock.mockReturnValue(milliseconds)
        await job.report(1, message)
        const row = await db.selectFrom('job').select('message').executeTakeFirstOrThrow()
        written.push(row.message)
      }
      await say(1000, '第 1 步')
      await say(1100, '第 2 步')
      await say(1199, '第 3 步')
      await say(1200, '第 4 步')
      clock.mockRestore()
      await job.finish(async () => 5)
    }
    const end = await worker(server, work)
    const id = await queue(server)
    const admin = await server.as('admin')
    // Below the time after which the runner looks by itself.
    await expect.poll(() => admin.ok('job.findById', { id }), { timeout: 8000 }).toMatchObject({ state: 'done' })
    expect(written).toEqual(['第 1 步', '第 1 步', '第 1 步', '第 4 步'])
    await end()
  })

  it('waits for the next start when the server ends in the middle', async () => {
    const server = await start({ runsJobs: false })
    const { promise: inWork, resolve: begun } = Promise.withResolvers<void>()
    const stop = await worker(server, async (_deps, job) => {
      begun()
      for (;;) {
        await turn()
        await job.report(50, '一半')
      }
    })
    const id = await queue(server)
    await inWork
    await stop()
    const admin = await server.as('admin')
    expect(await admin.ok('job.findById', { id })).toMatchObject({ state: 'queued', progress: 0, message: '等待中' })
    const stopAgain = await worker(server, (_deps, job) => job.finish(async () => 0))
    await expect.poll(() => admin.ok('job.findById', { id }), { timeout: 8000 }).toMatchObject({ state: 'done' })
    await stopAgain()
  })

  it('ends what fails, is called off or was interrupted too often with its reason, and goes on with the next', async () => {
    const server = await start({ runsJobs: false })
    const { db } = server.deps
    const add = async (input: string, change: object = {}): Promise<number> => {
      const row = { ...ownerlessJob({ kind: 'statics.build', title: '', siteId: 1, input }, new Date()), ...change }
      return (await db.insertInto('job').values(row).returning('id').executeTakeFirstOrThrow()).id
    }
    const done: unknown[] = []
    const work: JobWork = async (_deps, job) => {
      done.push(job.input)
      if (job.input === 'refused') throw new AppError('conflict', '模板文件夹是空的')
      if (job.input === 'broken') throw new TypeError('x is not a function')
      if (job.input === 'called off') {
        await db.updateTable('job').set({ cancelAsked: 1 }).where('id', '=', job.id).execute()
        await job.report(50, '一半')
      }
      await job.finish(async () => 7)
    }
    const ids = [
      await add('refused'),
      await add('broken'),
      await add('called off'),
      await add('called off before', { cancelAsked: 1 }),
      await add('too often', { attempts: MAX_ATTEMPTS }),
      await add('last attempt', { attempts: MAX_ATTEMPTS - 1 }),
    ]
    const end = await worker(server, work)
    const rows = () => db.selectFrom('job').selectAll().where('id', 'in', ids).orderBy('id').execute()
    await expect.poll(async () => (await rows()).at(-1)?.state, { timeout: 8000 }).toBe('done')
    await end()
    const found = await rows()
    expect(found.map(({ state, message, resultId }) => [state, message, resultId])).toEqual([
      ['failed', '模板文件夹是空的', 0],
      ['failed', expect.not.stringContaining('function'), 0],
      ['cancelled', '已取消', 0],
      ['cancelled', '已取消', 0],
      ['failed', '任务多次中断，未能完成，请重新开始', 0],
      ['done', '已完成', 7],
    ])
    expect(found.map(({ endTime }) => (endTime ?? 0) > 0)).toEqual(ids.map(() => true))
    expect(done).toEqual(['refused', 'broken', 'called off', 'last attempt'])
  })

  it('does what a clock asks for, and archives, while a long build goes on', async () => {
    const server = await start({ runsJobs: false })
    const { promise: over, resolve: letEnd } = Promise.withResolvers<void>()
    const build: JobWork = async (_deps, job) => {
      await over
      await job.finish(async () => 1)
    }
    const short: JobWork = (_deps, job) => job.finish(async () => 1)
    const kinds = ['content.schedule', 'site.export', 'server.backup', 'channel.send', 'contentImport.read'] as const
    const end = await worker(server, build, Object.fromEntries(kinds.map((kind) => [kind, short])))
    const id = await queue(server)
    for (const kind of kinds)
      await queueOwnerlessJob(server.deps, { kind, title: '', siteId: kind === 'server.backup' ? 0 : 1, input: {} })
    const rows = () => server.deps.db.selectFrom('job').select(['id', 'kind', 'state']).orderBy('id').execute()
    const states = async () => new Map((await rows()).map(({ kind, state }) => [kind, state]))
    const expected = new Map([['statics.build', 'running'], ...kinds.map((kind) => [kind, 'done'] as const)])
    await expect.poll(states, { timeout: 8000 }).toEqual(expected)
    letEnd()
    const admin = await server.as('admin')
    await expect.poll(() => admin.ok('job.findById', { id }), { timeout: 8000 }).toMatchObject({ state: 'done' })
    await end()
  })

  it('leaves what sends messages in the queue of a copy, with the reason, and does the rest', async () => {
    const server = await start({ runsJobs: false })
    const { db } = server.deps
    await sql.raw(MARK_COPY_SQL).execute(db)
    for (const kind of ['channel.send', 'site.export'] as const)
      await queueOwnerlessJob(server.deps, { kind, title: '', siteId: 1, input: {} })
    const work: JobWork = (_deps, job) => job.finish(async () => 1)
    const end = await worker(server, work, { 'channel.send': work, 'site.export': work })
    const rows = () => db.selectFrom('job').select(['kind', 'state', 'message']).orderBy('id').execute()
    const expected = [
      { kind: 'channel.send', state: 'queued', message: COPY_REASON },
      { kind: 'site.export', state: 'done', message: '已完成' },
    ]
    await expect.poll(rows, { timeout: 8000 }).toEqual(expected)
    await end()
  })

  it('keeps a lease of seconds by its heart, and lets a process that was taken over change nothing', async () => {
    const server = await start({ runsJobs: false })
    const { db } = server.deps
    const { promise: inWork, resolve: begun } = Promise.withResolvers<void>()
    const { promise: over, resolve: end } = Promise.withResolvers<void>()
    const stop = await worker(server, async (_deps, job) => {
      begun()
      await over
      await job.finish(async () => 1)
    })
    const id = await queue(server)
    await inWork
    const lease = async () =>
      (await db.selectFrom('job').select('leaseUntil').where('id', '=', id).executeTakeFirstOrThrow()).leaseUntil
    const time = async () => (await db.selectNoFrom(databaseTimeSql(db).as('now')).executeTakeFirstOrThrow()).now
    const first = await lease()
    expect(first - (await time())).toBeLessThanOrEqual(LEASE_MS)
    const afterBeat = (): Promise<number> => {
      server.clock.advance(HEARTBEAT_MS)
      return lease()
    }
    await expect.poll(afterBeat, { timeout: 30_000 }).toBeGreaterThan(first)
    // Its machine stood still for too long; a beat that is still under way may come after the first write.
    const claimAgain = async () => {
      await db.updateTable('job').set({ leaseUntil: 0 }).where('id', '=', id).execute()
      return claimJob(db, ['statics.build'])
    }
    await expect.poll(claimAgain, { timeout: 30_000 }).toMatchObject({ id, attempts: 2 })
    end()
    await stop()
    const row = await db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ state: 'running', attempts: 2, resultId: 0 })
  })
})
