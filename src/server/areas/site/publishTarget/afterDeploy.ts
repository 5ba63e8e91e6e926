import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { JobWork } from '#server/http/jobWork.ts'
import { toAppError } from '#server/http/response.ts'
import type { CallContext } from '#server/http/context.ts'
import { ownerlessJob, queueJob } from '#server/jobs/queue.ts'
import { AppError } from '#shared/errors/index.ts'
import { checkPublic, type PublicCheck } from './checkPublic.ts'
import { purgeChanged } from './cdn/purge.ts'
import { readRules, type TargetRow } from './state.ts'

interface AfterDeployInput {
  targetId: number
  deploymentId: number
  /** A person asks again; the CDN has been told. */
  isAgain: boolean
}

/** Queues what follows a deployment, in the transaction in which it is completed: the CDN forgets what changed, then visitors' answers are checked. */
export async function queueAfterDeploy(
  { db, clock }: { db: Kysely<Database>; clock: ServerDeps['clock'] },
  { id: targetId, name, siteId }: TargetRow,
  deploymentId: number,
): Promise<void> {
  const input: AfterDeployInput = { targetId, deploymentId, isAgain: false }
  const job = ownerlessJob({ kind: 'site.deployCheck', title: `检查“${name}”的发布结果`, siteId, input }, clock.now())
  await db.insertInto('job').values(job).execute()
  await db.updateTable('deployment').set({ checkState: 'waiting' }).where('id', '=', deploymentId).execute()
}

/** Queues another check for a person. */
export async function queueCheck(
  ctx: CallContext,
  target: TargetRow,
  deploymentId: number,
): Promise<{ jobId: number }> {
  const { id: targetId, name, siteId } = target
  const input: AfterDeployInput = { targetId, deploymentId, isAgain: true }
  await ctx.db.updateTable('deployment').set({ checkState: 'waiting' }).where('id', '=', deploymentId).execute()
  return queueJob(ctx, { kind: 'site.deployCheck', title: `检查“${name}”的发布结果`, siteId, input })
}

/** 检查发布结果. Neither a CDN nor a domain that does not answer makes it fail: what happened stands beside the deployment. */
export const afterDeployJob: JobWork = async (deps, job) => {
  const { targetId, deploymentId, isAgain } = job.input as AfterDeployInput
  const target = await deps.db.selectFrom('publish_target').selectAll().where('id', '=', targetId).executeTakeFirst()
  if (!target) return job.finish(async () => 0)
  try {
    const purged = isAgain ? {} : { purgeProblem: await purgeChanged(deps, job, target, deploymentId) }
    const check = await checkTarget(deps, job, target, deploymentId)
    await job.finish(async (tx) => {
      await saveCheck({ db: tx, clock: deps.clock }, deploymentId, check, purged)
      return deploymentId
    })
  } catch (error) {
    // A server that stops cancels the work, too; then the job runs again and overwrites this.
    const { code, message } = toAppError(error)
    const reason = code === 'cancelled' ? '检查已取消，可以在发布记录中重新检查' : message
    await saveCheck(deps, deploymentId, { state: 'unchecked', problems: [reason] }, {})
    throw error
  }
}

const saveCheck = (
  { db, clock }: { db: Kysely<Database>; clock: ServerDeps['clock'] },
  deploymentId: number,
  { state, problems }: PublicCheck,
  purged: { purgeProblem?: string },
) =>
  db
    .updateTable('deployment')
    .set({ checkState: state, checkProblems: JSON.stringify(problems), checkTime: clock.now().getTime(), ...purged })
    .where('id', '=', deploymentId)
    .execute()

async function checkTarget(
  deps: ServerDeps,
  job: Parameters<JobWork>[1],
  target: TargetRow,
  deploymentId: number,
): Promise<PublicCheck> {
  try {
    const { origin } = await readRules(deps, target)
    const check = await checkPublic(deps, job, { target, origin, deploymentId })
    return (await isOvertaken(deps, target.id, deploymentId))
      ? { state: 'unchecked', problems: ['检查期间又有新的发布，以最近一次发布的检查结果为准'] }
      : check
  } catch (error) {
    // The site was deleted meanwhile; anything else is a fault of the program.
    if (error instanceof AppError && error.code === 'not-found')
      return { state: 'unchecked', problems: [error.message] }
    throw error
  }
}

/** A later deployment has begun, so what visitors get is not that of this one. */
async function isOvertaken({ db }: ServerDeps, targetId: number, deploymentId: number): Promise<boolean> {
  const later = await db
    .selectFrom('deployment')
    .select('id')
    .where('targetId', '=', targetId)
    .where('id', '>', deploymentId)
    .where('state', 'in', ['running', 'done', 'failed', 'cancelled'])
    .executeTakeFirst()
  return later !== undefined
}
