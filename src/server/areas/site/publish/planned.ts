import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { JobWork } from '#server/http/jobWork.ts'
import { nextMoment } from '#server/jobs/moments.ts'
import { onTime } from '#server/jobs/onTime.ts'
import { ownJob } from '#server/jobs/queue.ts'
import { wakeJobs } from '#server/jobs/runner.ts'
import { staticPlan, type StaticPlan } from '#shared/contract/statics.ts'

type Db = Kysely<Database>

/** As it is stored; what nobody has set stands as it is offered at first. */
export const planOf = (schedule = '{}'): StaticPlan => staticPlan.parse(JSON.parse(schedule))

/** The first moment of the plan after `now`, epoch ms. */
export const nextBuild = (plan: StaticPlan, now: Date): number => nextMoment(plan, now).getTime()

const due = (db: Db, now: number) =>
  db.selectFrom('static_site').where('nextTime', '>', 0).where('nextTime', '<=', now).orderBy('nextTime')

/** Queues a build of each site whose moment has come: one, however many moments have passed meanwhile. */
export const beginPlannedBuilds: JobWork = async (deps, job) => {
  const rows = await due(deps.db, deps.clock.now().getTime()).select(['siteId', 'schedule', 'nextTime']).execute()
  for (const [done, row] of rows.entries()) {
    await job.report(Math.floor((done / rows.length) * 100), `已处理 ${done} 个站点`)
    if (await begin(deps, row)) wakeJobs(deps, 'statics.build')
  }
  await job.finish(async () => 0)
}

interface Due {
  siteId: number
  schedule: string
  nextTime: number
}

/** The moment is taken and its build queued in one transaction: of several processes one does it. Answers whether it queued. */
const begin = (deps: ServerDeps, { siteId, schedule, nextTime }: Due): Promise<boolean> =>
  deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now()
    const taken = await tx
      .updateTable('static_site')
      .set({ nextTime: nextBuild(planOf(schedule), now) })
      .where('siteId', '=', siteId)
      .where('nextTime', '=', nextTime)
      .where('schedule', '=', schedule)
      .returning('siteId')
      .executeTakeFirst()
    if (!taken || !(await isOpen(tx, siteId)) || (await isWaiting(tx, siteId))) return false
    const input = { siteId, menuIds: null }
    await tx
      .insertInto('job')
      .values(ownJob({ kind: 'statics.build', title: '定时生成静态页面', siteId, input }, now))
      .execute()
    return true
  })

/** The moments of a site that is switched off or deleted pass. */
const isOpen = async (db: Db, siteId: number): Promise<boolean> =>
  (await db
    .selectFrom('site')
    .select('id')
    .where('id', '=', siteId)
    .where('isStatus', '=', 1)
    .where('deleteTime', 'is', null)
    .executeTakeFirst()) !== undefined

/** A build of the whole site that has not begun. One that goes on may have read what changed since, so another follows it. */
async function isWaiting(db: Db, siteId: number): Promise<boolean> {
  const rows = await db
    .selectFrom('job')
    .select('input')
    .where('kind', '=', 'statics.build')
    .where('siteId', '=', siteId)
    .where('state', '=', 'queued')
    .execute()
  return rows.some(({ input }) => (JSON.parse(input) as { menuIds: number[] | null }).menuIds === null)
}

export function startPlannedBuilds(app: FastifyInstance, deps: ServerDeps): void {
  if (deps.runsJobs === false) return
  onTime(app, deps, {
    kind: 'statics.schedule',
    title: '定时生成静态页面',
    isDue: async (db, now) => (await due(db, now).select('siteId').limit(1).executeTakeFirst()) !== undefined,
  })
}
