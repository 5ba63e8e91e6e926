import { afterEach, expect, it } from 'vitest'
import { formatDateTime } from '#shared/util/dates.ts'
import { atThisTime, buildsOf, stateOf } from '#tests/builders/plannedBuilds.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

const HOUR_MS = 3600_000

const zone = process.env.TZ
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

onBothDatabases('static pages by a plan', (_server, start) => {
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
