import { beforeAll, expect, it } from 'vitest'
import type { JobKind } from '#shared/contract/job.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import type { TestServer } from '#tests/integration/server/harness/server.ts'
import { engineOf } from '#server/db/dialect.ts'
import { claimJob, releaseJob, type JobRow, saveProgress, LEASE_MS, markDone, clearLeases } from '#server/jobs/store.ts'

/** Takes the one job that waits. */
async function claimed({ deps }: TestServer): Promise<JobRow> {
  const row = await claimJob(deps.db, ['statics.build'])
  if (!row) throw new Error('there is no job to take')
  return row
}

/** A job that nobody does. */
async function queued(server: TestServer, kind: JobKind = 'statics.build', siteId = 1): Promise<number> {
  const admin = await server.as('admin')
  const { id = 0 } = (await admin.ok('column.getTree', { siteId }))[0] ?? {}
  const call = kind === 'statics.clean' ? admin.ok('statics.cleanAllHTML', { id: 1 }) : null
  return (await (call ?? admin.ok('statics.buildHTML', { siteId, menuIds: [id] }))).jobId
}

onBothDatabases('a job', (_server, startServer) => {
  const start = (): Promise<TestServer> => startServer({ runsJobs: false })
  let idle: TestServer
  beforeAll(async () => {
    idle = await start()
  })
  const server = (): TestServer => idle

  it('waits for its worker and is shown to its owner and the super administrator alone', async () => {
    const id = await queued(server())
    const admin = await server().as('admin')
    const shown = await admin.ok('job.findById', { id })
    expect(shown).toMatchObject({ kind: 'statics.build', state: 'queued', progress: 0, message: '等待中', endDate: '' })
    const editor = await server().as('editor')
    for (const name of ['job.findById', 'job.cancel'] as const)
      expect(await editor.call(name, { id })).toMatchObject({
        status: 403,
        msg: '没有该任务的权限，只能查看本人的任务',
      })
    expect(await admin.call('job.findById', { id: 99_999 })).toMatchObject({ status: 404 })
  })

  it('is listed to its owner alone, until it has ended', async () => {
    const other = await start()
    const [admin, editor] = [await other.as('admin'), await other.as('editor')]
    const first = await queued(other)
    const second = await queued(other, 'statics.clean')
    expect((await admin.ok('job.list', {})).map(({ id, state }) => [id, state])).toEqual([
      [second, 'queued'],
      [first, 'queued'],
    ])
    expect(await editor.ok('job.list', {})).toEqual([])
    await admin.ok('job.cancel', { id: second })
    expect((await admin.ok('job.list', {})).map(({ id }) => id)).toEqual([first])
  })

  it('that waits is cancelled at once, one that has ended not any more', async () => {
    const id = await queued(server(), 'statics.clean')
    const admin = await server().as('admin')
    expect(await admin.call('job.cancel', { id })).toMatchObject({ code: 200, msg: '已取消' })
    expect(await admin.ok('job.findById', { id })).toMatchObject({ state: 'cancelled', message: '已取消' })
    expect(await admin.call('job.cancel', { id })).toMatchObject({
      status: 409,
      msg: '任务“清除静态页面”已结束，无法取消',
    })
  })

  it('is cancelled while it runs, and does not complete', async () => {
    const other = await start()
    const { deps, as } = other
    const id = await queued(other)
    const now = Date.now()
    const taken = await claimed(other)
    expect(taken.id).toBe(id)
    expect(await saveProgress(deps.db, taken, { progress: 40, message: '一半' })).toBe(true)
    const admin = await as('admin')
    expect(await admin.ok('job.findById', { id })).toMatchObject({ state: 'running', progress: 40, message: '一半' })
    await admin.ok('job.cancel', { id })
    expect(await saveProgress(deps.db, taken, { progress: 50, message: '' })).toBe(false)
    expect(await markDone(deps.db, taken, now)).toBe(false)
  })

  it('is claimed by one process, and by another when that one is gone or gives it back', async () => {
    const other = await start()
    const id = await queued(other)
    const { db } = other.deps
    const now = Date.now()
    const claims = await Promise.all([1, 2, 3].map(() => claimJob(db, ['statics.build'])))
    expect(claims.filter(Boolean).map((row) => row?.id)).toEqual([id])
    const first = claims.find(Boolean)
    if (!first) throw new Error('nobody got the job')
    expect(await claimJob(db, ['statics.build'])).toBeUndefined()
    const gone = (by: number) =>
      db
        .updateTable('job')
        .set((eb) => ({ leaseUntil: eb('leaseUntil', '-', by) }))
        .execute()
    await gone(LEASE_MS + 1)
    expect(await claimJob(db, ['statics.clean'])).toBeUndefined()
    const second = await claimed(other)
    expect(second).toMatchObject({ id, attempts: 2 })
    // The first process wakes up again: the job is no longer its own.
    expect(await saveProgress(db, first, { progress: 99, message: '' })).toBe(false)
    expect(await markDone(db, first, now)).toBe(false)
    await releaseJob(db, second)
    const third = await claimed(other)
    expect(third).toMatchObject({ id, attempts: 2 })
    expect(await markDone(db, third, now)).toBe(true)
    expect(await markDone(db, third, now)).toBe(false)
  })

  it('is claimed by one process: two processes that poll at once get different jobs', async () => {
    const other = await start()
    const waiting = [await queued(other), await queued(other, 'statics.build', 2)]
    const claims = await Promise.all([1, 2].map(() => claimJob(other.deps.db, ['statics.build'])))
    expect(claims.map((row) => row?.id).toSorted((a = 0, b = 0) => a - b)).toEqual(waiting)
  })

  it('that ran when its process was killed goes on at the next start, where no other process can have it', async () => {
    const other = await start()
    const { db } = other.deps
    const id = await queued(other)
    await claimJob(db, ['statics.build'])
    await clearLeases(db)
    const again = await claimJob(db, ['statics.build'])
    expect(again?.id).toBe(engineOf(db) === 'sqlite' ? id : undefined)
  })
})
