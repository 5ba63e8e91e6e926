import type { JobKind } from '#shared/contract/job.ts'
import type { ServerDeps } from '../deps.ts'
import type { CallContext } from '../http/context.ts'
import { AppError } from '#shared/errors/index.ts'
import { wakeJobs } from './runner.ts'

interface NewJob {
  kind: JobKind
  /** What the person started, in Chinese. */
  title: string
  siteId: number
  /** Plain JSON. */
  input: unknown
}

/** Their work does what the call was asked for and looks at nobody's rights again; other work would have all of the owner's. */
const BY_TOKEN: readonly JobKind[] = ['statics.build', 'content.reindex']

/** The row of a job of nobody's, for those that write it themselves. */
export const ownJob = (job: NewJob, now: Date) => queuedJob(job, { accountId: 0, username: '' }, now)

const queuedJob = ({ input, ...job }: NewJob, owner: { accountId: number; username: string }, now: Date) =>
  ({
    ...job,
    ...owner,
    input: JSON.stringify(input),
    state: 'queued',
    progress: 0,
    message: '等待中',
    resultId: 0,
    attempts: 0,
    cancelAsked: 0,
    leaseUntil: 0,
    createTime: now.getTime(),
  }) as const

/** Queues a job of the caller in the call's transaction; it starts after the commit. */
export async function queueJob(ctx: CallContext, job: NewJob): Promise<{ jobId: number }> {
  const { accountId, username, apiToken } = ctx.signed()
  if (apiToken && !BY_TOKEN.includes(job.kind))
    throw new AppError('forbidden', `API 令牌“${apiToken.name}”不能启动“${job.title}”，请登录后操作`)
  const row = queuedJob(job, { accountId, username }, ctx.clock.now())
  const { id } = await ctx.db.insertInto('job').values(row).returning('id').executeTakeFirstOrThrow()
  ctx.afterCommit(() => wakeJobs(ctx.deps, job.kind))
  return { jobId: id }
}

/**
 * Queues work that nobody started but the clock, unless one of its kind waits already. Two processes may both do so: the
 * work is done once by what it locks, not by its job.
 */
export async function queueOnTime(deps: ServerDeps, kind: JobKind, title: string): Promise<void> {
  const waiting = await deps.db
    .selectFrom('job')
    .select('id')
    .where('kind', '=', kind)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst()
  if (waiting) wakeJobs(deps, kind)
  else await queueOwnJob(deps, { kind, title, siteId: 0, input: {} })
}

/** Queues a job that nobody asked for. */
export async function queueOwnJob(deps: ServerDeps, job: NewJob): Promise<void> {
  await deps.db.insertInto('job').values(ownJob(job, deps.clock.now())).execute()
  wakeJobs(deps, job.kind)
}
