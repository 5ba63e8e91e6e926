import { expect, it } from 'vitest'
import { engineOf } from '#server/db/dialect.ts'
import { DAY_MS, formatDateTime } from '#shared/util/dates.ts'
import { visit } from '#tests/builders/builtSite.ts'
import { columnNamed, columnsOf } from '#tests/builders/column.ts'
import { saveArticle } from '#tests/builders/content.ts'
import { anotherProcess, atThisTime, buildsOf, PLANNED, stateOf } from '#tests/builders/plannedBuilds.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import type { TestServer } from '#tests/integration/server/harness/server.ts'
import { nextBuildTime, parsePlan } from './planned.ts'

const WAIT = { timeout: 30_000, interval: 50 }
const HOUR_MS = 3600_000
const DAILY = { every: 'day', time: '03:00' } as const

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
    expect(nextDate).toBe(formatDateTime(nextBuildTime({ ...parsePlan(), ...plan }, server.clock.now())))
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
    [{ every: 'day', time: '24:00' }, '时间格式应为 HH:mm，例如 03:00'],
    [{ every: 'hours', hours: 5 }, '请选择间隔'],
    [{ every: 'month' }, '请选择周期'],
  ])('are not planned for %j', async (plan, msg) => {
    const admin = await shared().as('admin')
    expect(await admin.call('statics.saveSchedule', { id: 1, isOn: true, ...plan })).toMatchObject({ msg })
    expect((await admin.ok('statics.state', { id: 1 })).nextDate).toBe('')
  })
})
