import { afterEach, expect, it } from 'vitest'
import { emptyColumn, saveArticle } from '#tests/builders/content.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { formatDateTime, parseDateTime } from '#shared/util/dates.ts'

const HOUR = 3600_000
/** Above the time after which the server looks by itself. */
const PATIENCE = { timeout: 30_000, interval: 50 }

const zone = process.env.TZ
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

/** The next moment at which the clocks of the process's zone are put forward (1) or back (-1), epoch ms. */
function nextChange(after: number, way: 1 | -1): number {
  const offset = (at: number): number => -new Date(at).getTimezoneOffset()
  let at = Math.ceil(after / HOUR) * HOUR
  while (Math.sign(offset(at) - offset(at - 1)) !== way) at += HOUR
  return at
}

/** Midnight of the day of `at` in the process's zone, and that after it. */
function dayOf(at: number): { from: number; to: number } {
  const text = (day: number): number => parseDateTime(`${formatDateTime(day).slice(0, 10)} 00:00:00`) ?? NaN
  const from = text(at)
  // Noon of the next day, whether this one has 23, 24 or 25 hours.
  return { from, to: text(from + 36 * HOUR) }
}

onBothDatabases('a publication at the hour of a clock change', (_server, start) => {
  it.each([
    ['Europe/Berlin', -1, 25, ['02:30', '02:30']],
    ['Europe/Berlin', 1, 23, ['01:30', '03:30']],
    ['America/New_York', -1, 25, ['01:30', '01:30']],
    ['America/New_York', 1, 23, ['01:30', '03:30']],
  ] as const)(
    'in %s (%i) is carried out once, at its instant, on its day of %i hours',
    async (name, way, hours, wall) => {
      process.env.TZ = name
      const server = await start()
      const { clock, deps } = server
      const now = () => clock.now().getTime()
      const change = nextChange(now() + 48 * HOUR, way)
      // An hour lies between them; the wall shows the same twice, or two hours.
      const times = [change - HOUR / 2, change + HOUR / 2]
      expect(times.map((at) => formatDateTime(at).slice(11, 16))).toEqual(wall)
      const admin = await server.as('admin')
      const { id: classId } = await emptyColumn(admin)
      const ids: number[] = []
      for (const at of times) {
        const { id } = await saveArticle(admin, classId, { title: `定时 ${at}` }, { isStatus: false })
        await admin.ok('contentSchedule.plan', { classId, idList: [{ id }], action: 'publish', at })
        ids.push(id)
      }
      const day = dayOf(change)
      expect((day.to - day.from) / HOUR).toBe(hours)
      const range = { siteId: 1, ...day }
      const shown = (await admin.ok('contentSchedule.calendar', range)).filter((each) => each.classId === classId)
      expect(shown.map(({ contentId, at }) => [contentId, at])).toEqual(ids.map((id, at) => [id, times[at]]))

      const published = async (): Promise<number[]> => {
        const rows = await deps.db
          .selectFrom('content')
          .select('id')
          .where('classId', '=', classId)
          .where('isStatus', '=', 1)
          .orderBy('id')
          .execute()
        return rows.map(({ id }) => id)
      }
      for (const [step, at] of times.entries()) {
        clock.advance(at - now() - 60_000)
        expect(await published()).toEqual(ids.slice(0, step))
        clock.advance(60_000)
        await expect.poll(published, PATIENCE).toEqual(ids.slice(0, step + 1))
      }
      const plans = await deps.db.selectFrom('content_schedule').selectAll().where('classId', '=', classId).execute()
      for (const plan of plans) {
        expect(plan.state).toBe('done')
        expect(plan.endTime).toBeGreaterThanOrEqual(plan.dueTime)
        expect(plan.endTime - plan.dueTime).toBeLessThan(HOUR)
      }
      // Months have gone: the session of before is over.
      const later = await server.as('admin')
      for (const id of ids) {
        const { content } = await later.ok('content.revisions', { classId, id, page: 1, size: 10 })
        expect(content.map(({ reason }) => reason)).toEqual(['publish', 'create'])
      }
    },
  )
})
