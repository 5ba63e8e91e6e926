import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { JobWork } from '#server/http/jobWork.ts'
import { findNextPlanned } from '#server/jobs/recurringPlan.ts'
import { pollScheduledWork } from '#server/jobs/scheduledWork.ts'
import { ownerlessJob } from '#server/jobs/queue.ts'
import { wakeJobs } from '#server/jobs/runner.ts'
import type { PublishTarget } from '#shared/contract/publishTarget.ts'
import { onSiteEvents } from '../events.ts'
import type { DeployInput } from './deployJob.ts'
import type { TargetRow } from './state.ts'
import { isSiteOpen } from '../site/repo.ts'

type Db = Kysely<Database>

/** When a target is deployed to by itself. */
export type TargetPlan = Pick<PublishTarget, 'every' | 'time' | 'hours'>

/** Parses a stored plan; missing settings get their defaults. */
export const planOf = (schedule: string): TargetPlan => ({
  every: 'none',
  time: '03:00',
  hours: 6,
  ...(JSON.parse(schedule) as Partial<TargetPlan>),
})

/** The first time of the plan after `now`, epoch ms; 0: there is none. */
export const nextDeployment = ({ every, time, hours }: TargetPlan, now: Date): number =>
  every === 'none' ? 0 : findNextPlanned({ every, time, hours, weekdays: [] }, now).getTime()

/**
 * Queues a deployment that nobody asked for, unless one waits already: that one will bring the same. The waiting job stays
 * locked until the transaction ends, so that it does not begin before what it has to bring is visible.
 */
async function queueAutomatic(
  db: Db,
  now: Date,
  { id: targetId, name, siteId }: Pick<TargetRow, 'id' | 'name' | 'siteId'>,
  cause: 'build' | 'schedule',
): Promise<boolean> {
  const waiting = await db
    .updateTable('job')
    .set({ progress: 0 })
    .where('kind', '=', 'site.deploy')
    .where('state', '=', 'queued')
    .where('objectId', '=', targetId)
    .where('accountId', '=', 0)
    .returning('id')
    .execute()
  if (waiting.length > 0) return false
  const agreed = { agreesForeign: false, agreesRemoval: false, isVerified: false }
  const input: DeployInput = { targetId, cause, restoreBefore: 0, ...agreed }
  const title = `${cause === 'build' ? '自动' : '定时'}发布到“${name}”`
  await db
    .insertInto('job')
    .values(ownerlessJob({ kind: 'site.deploy', title, siteId, objectId: targetId, input }, now))
    .execute()
  return true
}

/** Queues deployments to the targets that every build goes to, in the transaction in which the build becomes visible; the build wakes them. */
export const startAutoDeployments = (): void =>
  onSiteEvents(async (ctx, events) => {
    const sites = events.filter(({ event }) => event === 'build.done').map(({ siteId }) => siteId)
    if (sites.length === 0) return
    const targets = await ctx.db
      .selectFrom('publish_target')
      .select(['id', 'name', 'siteId'])
      .where('siteId', 'in', sites)
      .where('isAuto', '=', 1)
      .where('isPaused', '=', 0)
      .execute()
    for (const target of targets) await queueAutomatic(ctx.db, ctx.clock.now(), target, 'build')
  })

const due = (db: Db, now: number) =>
  db.selectFrom('publish_target').where('nextTime', '>', 0).where('nextTime', '<=', now).orderBy('nextTime')

/** Queues one deployment to each target whose time has come, however many times have passed. */
export const beginPlannedDeployments: JobWork = async (deps, job) => {
  const targets = await due(deps.db, deps.clock.now().getTime()).selectAll().execute()
  for (const [done, target] of targets.entries()) {
    await job.report(Math.floor((done / targets.length) * 100), `已处理 ${done} 个发布目标`)
    if (await begin(deps, target)) wakeJobs(deps, 'site.deploy')
  }
  await job.finish(async () => 0)
}

/** Claims the due time and queues the deployment in one transaction, so that only one process does so. */
const begin = (deps: ServerDeps, target: TargetRow): Promise<boolean> =>
  deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now()
    const claimed = await tx
      .updateTable('publish_target')
      .set({ nextTime: nextDeployment(planOf(target.schedule), now) })
      .where('id', '=', target.id)
      .where('nextTime', '=', target.nextTime)
      .where('schedule', '=', target.schedule)
      .returning('id')
      .executeTakeFirst()
    if (!claimed || target.isPaused === 1 || !(await isSiteOpen(tx, target.siteId))) return false
    return queueAutomatic(tx, now, target, 'schedule')
  })

export function startPlannedDeployments(app: FastifyInstance, deps: ServerDeps): void {
  if (deps.runsJobs === false) return
  pollScheduledWork(app, deps, {
    kind: 'site.deployOnTime',
    title: '定时发布到目标',
    isDue: async (db, now) => (await due(db, now).select('id').limit(1).executeTakeFirst()) !== undefined,
  })
}
