import { expect, it } from 'vitest'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { queueOwnerlessJob } from './queue.ts'
import { claimJob, endJob, type JobRow } from './store.ts'

const KINDS = ['statics.build', 'statics.clean'] as const

onBothDatabases('builds of one site', (_server, start) => {
  it('are claimed one at a time, however many processes ask at once, and hold up no other site', async () => {
    const { deps } = await start({ runsJobs: false })
    const { db } = deps
    const add = (siteId: number, kind: (typeof KINDS)[number]) =>
      queueOwnerlessJob(deps, { kind, title: '生成静态页面', siteId, input: { siteId, menuIds: null } })
    await add(1, 'statics.build')
    await add(1, 'statics.clean')
    await add(2, 'statics.build')
    await add(1, 'statics.build')
    const claimAll = async (): Promise<JobRow[]> =>
      (await Promise.all(Array.from({ length: 6 }, () => claimJob(db, KINDS)))).flatMap((row) => row ?? [])
    const first = await claimAll()
    expect(first).toHaveLength(2)
    expect(new Set(first.map(({ siteId }) => siteId))).toEqual(new Set([1, 2]))
    const [own] = first.filter(({ siteId }) => siteId === 1)
    expect(own?.kind).toBe('statics.build')
    await endJob(db, own as JobRow, { state: 'failed', message: '', now: 0 })
    const [second, ...more] = await claimAll()
    expect([second?.siteId, second?.kind, more]).toEqual([1, 'statics.clean', []])
    // Its process is gone: the job itself goes on, not the next one.
    await db
      .updateTable('job')
      .set({ leaseUntil: 0 })
      .where('id', '=', second?.id ?? 0)
      .execute()
    expect((await claimAll()).map(({ id }) => id)).toEqual([second?.id])
  })

  it('and backups of the server, too', async () => {
    const { deps } = await start({ runsJobs: false })
    for (const title of ['备份服务器', '定时备份'])
      await queueOwnerlessJob(deps, { kind: 'server.backup', title, siteId: 0, input: { asked: true } })
    const claim = () => claimJob(deps.db, ['server.backup'])
    const claimed = (await Promise.all([claim(), claim()])).flatMap((row) => row ?? [])
    expect(claimed.map(({ title }) => title)).toEqual(['备份服务器'])
    await endJob(deps.db, claimed[0] as JobRow, { state: 'failed', message: '', now: 0 })
    expect((await claim())?.title).toBe('定时备份')
  })
})
