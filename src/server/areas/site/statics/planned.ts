import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { JobWork } from '#server/http/jobWork.ts'
import { findNextPlanned } from '#server/jobs/recurringPlan.ts'
import { pollScheduledWork } from '#server/jobs/scheduledWork.ts'
import { ownerlessJob } from '#server/jobs/queue.ts'
import { wakeJobs } from '#server/jobs/runner.ts'
import { staticPlan, type StaticPlan } from '#shared/contract/statics.ts'
import { isSiteOpen } from '../site/repo.ts'

type Db = Kysely<Database>

/** Parses a stored plan; missing settings get their defaults. */
export const parsePlan = (schedule = '{}'): StaticPlan => staticPlan.parse(JSON.parse(schedule))

/** The first time of the plan after `now`, epoch ms. */
export const nextBuildTime = (plan: StaticPlan, now: Date): number => findNextPlanned(plan, now).getTime()

const queryDue = (db: Db, now: number) =>
  db.selectFrom('static_site').where('nextTime', '>', 0).where('nextTime', '<=', now).orderBy('nextTime')

/** Queues one build of each due site, however many times of the plan have passed. */
export const queuePlannedBuilds: JobWork = async (deps, job) => {
  const rows = await queryDue(deps.db, deps.clock.now().getTime()).select(['siteId', 'schedule', 'nextTime']).execute()
  for (const [done, row] of rows.entries()) {
    await job.report(Math.floor((done / rows.length) * 100), `已处理 ${done} 个站点`)
    if (await claimAndQueue(deps, row)) wakeJobs(deps, 'statics.build')
  }
  await job.finish(async () => 0)
}

interface DueSite {
  siteId: number
  schedule: string
  nextTime: number
}

/**
 * Claims the due time and queues the build in one transaction, so that only one process does so. Returns whether a
 * build was queued.
 */
const claimAndQueue = (deps: ServerDeps, { siteId, schedule, nextTime }: DueSite): Promise<boolean> =>
  deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now()
    const claimed = await tx
      .updateTable('static_site')
      .set({ nextTime: nextBuildTime(parsePlan(schedule), now) })
      .where('siteId', '=', siteId)
      .where('nextTime', '=', nextTime)
      .where('schedule', '=', schedule)
      .returning('siteId')
      .executeTakeFirst()
    if (!claimed || !(await isSiteOpen(tx, siteId)) || (await hasQueuedFullBuild(tx, siteId))) return false
    const input = { siteId, menuIds: null }
    await tx
      .insertInto('job')
      .values(ownerlessJob({ kind: 'statics.build', title: '定时生成静态页面', siteId, input }, now))
      .execute()
    return true
  })

/** Whether a build of the whole site is queued. A running build does not count, because it may miss later changes. */
async function hasQueuedFullBuild(db: Db, siteId: number): Promise<boolean> {
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
  pollScheduledWork(app, deps, {
    kind: 'statics.schedule',
    title: '定时生成静态页面',
    isDue: async (db, now) => (await queryDue(db, now).select('siteId').limit(1).executeTakeFirst()) !== undefined,
  })
}
