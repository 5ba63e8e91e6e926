import { afterEach, expect, it } from 'vitest'
import { buildServer } from '#server/app.ts'
import { resources } from '#server/areas/index.ts'
import { engineOf } from '#server/db/dialect.ts'
import type { JobWork } from '#server/http/jobWork.ts'
import { queueOwnJob } from '#server/jobs/queue.ts'
import { DAY_MS, formatDateTime } from '#shared/util/dates.ts'
import { visit } from '#tests/builders/builtSite.ts'
import { columnNamed, columnsOf } from '#tests/builders/column.ts'
import { saveArticle } from '#tests/builders/content.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import type { TestServer } from '#tests/integration/server/harness/server.ts'
import { nextBuild, planOf } from './planned.ts'

const WAIT = { timeout: 30_000, interval: 50 }
const HOUR_MS = 3600_000
const DAILY = { every: 'day', time: '03:00' } as const
const PLANNED = '定时生成静态页面'

const zone = process.env.TZ
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

const nothing: JobWork = (_deps, job) => job.finish(async () => 0)

/** One more process over the server's database, whose builds are quick; answers the way to end it. */
async function anotherProcess({ deps }: TestServer, build = nothing): Promise<() => Promise<void>> {
  const app = await buildServer({ ...deps, runsJobs: true }, [...resources, { jobs: { 'statics.build': build } }])
  await app.listen({ host: '127.0.0.1', port: 0 })
  return () => app.close()
}

const buildsOf = ({ deps }: TestServer, siteId: number) =>
  deps.db
    .selectFrom('job')
    .select(['title', 'state', 'input'])
    .where('kind', '=', 'statics.build')
    .where('siteId', '=', siteId)
    .orderBy('id')
    .execute()

/** What is due at this time is begun by so many processes; then they have ended. Answers the builds of the site. */
async function atThisTime(server: TestServer, siteId: number, processes = 1) {
  const { db } = server.deps
  const job = { kind: 'statics.schedule', title: PLANNED, siteId: 0, input: {} } as const
  for (let each = 0; each < processes; each++) await queueOwnJob(server.deps, job)
  const stops = await Promise.all(Array.from({ length: processes }, () => anotherProcess(server)))
  const open = () => db.selectFrom('job').select('id').where('state', 'in', ['queued', 'running']).execute()
  await expect.poll(open, WAIT).toEqual([])
  for (const stop of stops) await stop()
  return buildsOf(server, siteId)
}

/** Sessions end after days: a new one for each question. */
const stateOf = async (server: TestServer, siteId = 1) => (await server.as('admin')).ok('statics.state', { id: siteId })
const isAhead = async (server: TestServer, siteId = 1): Promise<boolean> =>
  (await stateOf(server, siteId)).nextDate > formatDateTime(server.clock.now())

onBothDatabases('static pages by a plan', (shared, start) => {
  it('are built at their time, with what changed until then, and that is in the operation log', async () => {
    const server = await start()
    const admin = await server.as('admin')
    expect(await stateOf(server)).toMatchObject({ plan: { every: 'day', time: '03:00' }, nextDate: '' })
    const { id: classId } = await columnNamed(admin, '行业动态')
    const { id } = await saveArticle(admin, classId, { title: '定时生成的消息' }, { isStatus: true })
    const plan = { every: 'hours', hours: 12 } as const
    expect(await admin.call('statics.saveSchedule', { id: 1, isOn: true, ...plan })).toMatchObject({ msg: '设置成功' })
    const { nextDate } = await stateOf(server)
    expect(nextDate).toBe(formatDateTime(nextBuild({ ...planOf(), ...plan }, server.clock.now())))
    expect((await admin.ok('log.page', { key: '设置定时生成' })).content).toMatchObject([{ title: '设置定时生成' }])
    expect(await buildsOf(server, 1)).toEqual([])
    server.clock.advance(12 * HOUR_MS)
    const page = async () => (await visit(server, 'www.group.example', `/news/industry/${id}.html`)).status
    await expect.poll(page, WAIT).toBe(200)
    expect(await buildsOf(server, 1)).toMatchObject([{ title: PLANNED }])
    expect(await isAhead(server)).toBe(true)
  })

  it('are built once after days without a process, by one of several that start then', async () => {
    const server = await start({ runsJobs: false })
    const admin = await server.as('admin')
    await admin.ok('statics.saveSchedule', { id: 1, isOn: true, ...DAILY })
    server.clock.advance(5 * DAY_MS)
    // The embedded database has one process.
    const processes = engineOf(server.deps.db) === 'postgres' ? 3 : 1
    const builds = await atThisTime(server, 1, processes)
    expect(builds).toEqual([{ title: PLANNED, state: 'done', input: '{"siteId":1,"menuIds":null}' }])
    expect(await isAhead(server)).toBe(true)
    expect(await atThisTime(server, 1, processes)).toHaveLength(1)
    server.clock.advance(DAY_MS)
    expect(await atThisTime(server, 1, processes)).toHaveLength(2)
  })

  it('are not built while the site is off or deleted, nor for moments that passed meanwhile', async () => {
    const server = await start({ runsJobs: false })
    const admin = await server.as('admin')
    for (const id of [1, 2]) await admin.ok('statics.saveSchedule', { id, isOn: true, ...DAILY })
    await admin.ok('site.draft', [{ id: 1 }])
    await admin.ok('site.deleteByIdList', [{ id: 2 }])
    server.clock.advance(2 * DAY_MS)
    expect(await atThisTime(server, 1)).toEqual([])
    expect(await buildsOf(server, 2)).toEqual([])
    const later = await server.as('admin')
    await later.ok('site.publish', [{ id: 1 }])
    await later.ok('site.restore', [{ id: 2 }])
    expect(await atThisTime(server, 1)).toEqual([])
    expect(await buildsOf(server, 2)).toEqual([])
    expect([await isAhead(server, 1), await isAhead(server, 2)]).toEqual([true, true])
    server.clock.advance(DAY_MS)
    expect(await atThisTime(server, 1)).toHaveLength(1)
  })

  it('are not built any more once that is switched off, or all pages are cleared; the plan stays', async () => {
    const server = await start({ runsJobs: false })
    const admin = await server.as('admin')
    const plan = { every: 'week' as const, weekdays: [2, 4], time: '23:30' }
    await admin.ok('statics.saveSchedule', { id: 1, isOn: true, ...plan })
    await admin.ok('statics.saveSchedule', { id: 1, isOn: false, ...plan })
    await admin.ok('statics.saveSchedule', { id: 2, isOn: true, ...DAILY })
    const { jobId } = await admin.ok('statics.cleanAllHTML', { id: 2 })
    await atThisTime(server, 2)
    expect((await admin.ok('job.findById', { id: jobId })).state).toBe('done')
    server.clock.advance(14 * DAY_MS)
    expect(await atThisTime(server, 1)).toEqual([])
    expect(await buildsOf(server, 2)).toEqual([])
    expect(await stateOf(server)).toMatchObject({ plan, nextDate: '' })
    expect((await stateOf(server, 2)).nextDate).toBe('')
  })

  it.each([
    ['the whole site', 1],
    ['one column', 2],
  ])('are queued beside a waiting build of %s: %i in all', async (what, count) => {
    const server = await start({ runsJobs: false })
    const { db } = server.deps
    const admin = await server.as('admin')
    const columns = (await columnsOf(admin, 1)).map(({ id }) => id)
    await admin.ok('statics.saveSchedule', { id: 1, isOn: true, ...DAILY })
    // The pages of the other site are in work, so what is queued for this one waits.
    await admin.ok('statics.buildHTML', { siteId: 2, menuIds: (await columnsOf(admin, 2)).map(({ id }) => id) })
    await admin.ok('statics.buildHTML', { siteId: 1, menuIds: what === 'one column' ? columns.slice(0, 1) : columns })
    server.clock.advance(DAY_MS)
    const counted = Promise.withResolvers<void>()
    const stop = await anotherProcess(server, async (_deps, job) => {
      await counted.promise
      await job.finish(async () => 0)
    })
    await expect.poll(() => isAhead(server), WAIT).toBe(true)
    await expect
      .poll(() => db.selectFrom('job').select('state').where('kind', '=', 'statics.schedule').execute(), WAIT)
      .toEqual([{ state: 'done' }])
    expect(await buildsOf(server, 1)).toHaveLength(count)
    counted.resolve()
    await stop()
  })

  it.each([
    [{ every: 'week', weekdays: [] }, '请至少选择一天'],
    [{ every: 'day', time: '24:00' }, '时间要写成 03:00 这样的时和分'],
    [{ every: 'hours', hours: 5 }, '请选择间隔'],
    [{ every: 'month' }, '请选择周期'],
  ])('are not planned for %j', async (plan, msg) => {
    const admin = await shared().as('admin')
    expect(await admin.call('statics.saveSchedule', { id: 1, isOn: true, ...plan })).toMatchObject({ msg })
    expect((await admin.ok('statics.state', { id: 1 })).nextDate).toBe('')
  })

  it.each([
    ['2031-03-30', '03:30:00'],
    ['2031-10-26', '02:30:00'],
  ])('are built once on %s, when clocks are changed', async (day, time) => {
    process.env.TZ = 'Europe/Berlin'
    const server = await start({ runsJobs: false })
    const { clock } = server
    const midnight = new Date(`${day}T00:00:00`).getTime()
    clock.advance(midnight - clock.now().getTime())
    const admin = await server.as('admin')
    await admin.ok('statics.saveSchedule', { id: 1, isOn: true, every: 'day', time: '02:30' })
    expect((await stateOf(server)).nextDate).toBe(`${day} ${time}`)
    // The hour after it is the one that comes twice, or that was skipped.
    for (let hour = 0; hour < 6; hour++) {
      clock.advance(HOUR_MS)
      await atThisTime(server, 1)
    }
    expect(await buildsOf(server, 1)).toHaveLength(1)
    const next = new Date(midnight + 36 * HOUR_MS)
    expect((await stateOf(server)).nextDate).toBe(`${formatDateTime(next).slice(0, 10)} 02:30:00`)
  })
})
