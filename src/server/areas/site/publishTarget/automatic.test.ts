import { readFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { formatDateTime } from '#shared/util/dates.ts'
import { buildStatics } from '#tests/builders/builtSite.ts'
import { deployTo, folderTarget, makeTargetFolder } from '#tests/builders/publishTarget.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import type { TestServer } from '#tests/integration/server/harness/server.ts'
import { claimJob, endJob, type JobRow } from '#server/jobs/store.ts'
import { nextDeployment } from './auto.ts'

const WAIT = { timeout: 30_000, interval: 50 }
const HOUR_MS = 3600_000

const deploysOf = (server: TestServer) =>
  server.deps.db
    .selectFrom('job')
    .select(['id', 'title', 'state', 'objectId'])
    .where('kind', '=', 'site.deploy')
    .orderBy('id')
    .execute()

/** A server that takes connections and never says anything. */
async function startSilentServer(): Promise<number> {
  const sockets = new Set<Socket>()
  const silent = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
  return (silent.address() as AddressInfo).port
}

onBothDatabases('deployments by themselves', (_server, start) => {
  it('merge while one waits for the same target, and are claimed one at a time for each', async () => {
    const server = await start({ runsJobs: false })
    const { db } = server.deps
    const admin = await server.as('admin')
    const targets: number[] = []
    for (const name of ['一', '二']) {
      const folder = await makeTargetFolder()
      targets.push((await admin.ok('publishTarget.save', folderTarget(folder, { name, isAuto: true }))).id)
    }
    const { publishSiteEvents } = await import('../events.ts')
    const build = () =>
      db
        .transaction()
        .execute((tx) => publishSiteEvents({ db: tx, clock: server.clock }, [{ event: 'build.done', siteId: 1 }]))
    await build()
    await build()
    expect((await deploysOf(server)).map(({ objectId }) => objectId)).toEqual(targets)
    const claimAll = async (): Promise<JobRow[]> =>
      (await Promise.all(Array.from({ length: 4 }, () => claimJob(db, ['site.deploy'])))).flatMap((row) => row ?? [])
    const claimed = await claimAll()
    expect(claimed.map(({ objectId }) => objectId).sort((a, b) => a - b)).toEqual(targets)
    // One that runs may have missed the newer build, so one more waits.
    await build()
    await build()
    expect(await deploysOf(server)).toHaveLength(4)
    expect(await claimAll()).toEqual([])
    await endJob(db, claimed[0] as JobRow, { state: 'failed', message: '', now: 0 })
    expect((await claimAll()).map(({ objectId }) => objectId)).toEqual([claimed[0]?.objectId])
  })

  it('go on beside a target that does not answer, which a cancel ends', async () => {
    const server = await start()
    const admin = await server.as('admin')
    await buildStatics(admin)
    const port = await startSilentServer()
    const form = { kind: 'sftp', host: '127.0.0.1', port, username: 'x', password: 'y', hostKey: 'z' } as const
    const slow = await admin.ok('publishTarget.save', folderTarget('/var/www', { ...form, name: '慢' }))
    const { jobId } = await admin.ok('publishTarget.deploy', { id: slow.id })
    const second = await admin.ok('publishTarget.deploy', { id: slow.id })
    const state = async (id: number) => (await admin.ok('job.findById', { id })).message
    await expect.poll(() => state(jobId), WAIT).toBe('正在连接发布目标')
    const folder = await makeTargetFolder()
    const { id } = await admin.ok('publishTarget.save', folderTarget(folder))
    expect(await deployTo(admin, id)).toMatchObject({ state: 'done' })
    expect((await admin.ok('job.findById', { id: second.jobId })).state).toBe('queued')
    await admin.ok('job.cancel', { id: second.jobId })
    await admin.ok('job.cancel', { id: jobId })
    const ended = async () => (await admin.ok('job.findById', { id: jobId })).state
    await expect.poll(ended, { timeout: 10_000, interval: 50 }).toBe('cancelled')
    const { content } = await admin.ok('publishTarget.deployments', { targetId: slow.id })
    expect(content).toMatchObject([{ state: 'cancelled', message: '已取消' }])
  })

  it('come at their times, once however many have passed, and not while the site is put back', async () => {
    const server = await start()
    const admin = await server.as('admin')
    await buildStatics(admin)
    const folder = await makeTargetFolder()
    const plan = { every: 'hours', hours: 6 } as const
    const target = await admin.ok('publishTarget.save', folderTarget(folder, plan))
    const { id } = target
    const next = nextDeployment({ ...plan, time: '03:00' }, server.clock.now())
    expect(target).toMatchObject({ ...plan, nextDate: formatDateTime(next) })
    expect(await deploysOf(server)).toEqual([])
    server.clock.advance(20 * HOUR_MS)
    // The session of before has ended.
    const later = await server.as('admin')
    const deployed = async () => (await later.ok('publishTarget.deployments', { targetId: id })).content
    await expect.poll(deployed, WAIT).toMatchObject([{ state: 'done', cause: 'schedule', username: '' }])
    expect(await deploysOf(server)).toMatchObject([{ title: '定时发布到“正式”' }])
    expect(await readFile(join(folder, 'index.html'), 'utf8')).toContain('<html')
    const nextDate = async (): Promise<string> => {
      const row = await server.deps.db.selectFrom('publish_target').select('nextTime').where('id', '=', id).execute()
      return formatDateTime(row[0]?.nextTime ?? 0)
    }
    const isAhead = async () => (await nextDate()) > formatDateTime(server.clock.now())
    expect(await isAhead()).toBe(true)
    await server.deps.db.updateTable('publish_target').set({ isPaused: 1 }).where('id', '=', id).execute()
    server.clock.advance(7 * HOUR_MS)
    await expect.poll(isAhead, WAIT).toBe(true)
    expect(await deploysOf(server)).toHaveLength(1)
    const last = await server.as('admin')
    const { version } = await last.ok('publishTarget.findById', { id })
    expect(await last.ok('publishTarget.save', { ...folderTarget(folder), id, version })).toMatchObject({
      every: 'none',
      nextDate: '',
    })
  })
})
