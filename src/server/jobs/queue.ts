import type { JobKind } from '#shared/contract/job.ts'
import type { ServerDeps } from '../deps.ts'
import type { CallContext } from '../http/context.ts'
import { AppError } from '#shared/errors/index.ts'
import { wakeJobs } from './runner.ts'

interface NewJob {
  kind: JobKind
  /** Name for people, in Chinese. */
  title: string
  siteId: number
  /** Jobs of PER_OBJECT kinds with the same object follow each other. */
  objectId?: number
  /** Plain JSON. */
  input: unknown
}

/**
 * Jobs that an API token may queue: their work does not use the owner's rights, which may exceed the token's scopes.
 */
const ALLOWED_BY_TOKEN: readonly JobKind[] = ['statics.build', 'content.reindex']

/** The row of a job without an owner, for callers that insert it themselves. */
export const ownerlessJob = (job: NewJob, now: Date) => queuedJob(job, { accountId: 0, username: '' }, now)

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
  const { accountId, username, apiToken } = ctx.requireSignedIn()
  if (apiToken && !ALLOWED_BY_TOKEN.includes(job.kind))
    throw new AppError('forbidden', `API 令牌“${apiToken.name}”不能启动“${job.title}”，请登录后操作`)
  const row = queuedJob(job, { accountId, username }, ctx.clock.now())
  const { id } = await ctx.db.insertInto('job').values(row).returning('id').executeTakeFirstOrThrow()
  ctx.afterCommit(() => wakeJobs(ctx.deps, job.kind))
  return { jobId: id }
}

/**
 * Queues scheduled work, unless a job of its kind is queued or running. Two processes may both queue a job: the locks
 * of the work ensure that it is done once.
 */
export async function queueScheduled(deps: ServerDeps, kind: JobKind, title: string): Promise<void> {
  const waiting = await deps.db
    .selectFrom('job')
    .select('id')
    .where('kind', '=', kind)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst()
  if (waiting) wakeJobs(deps, kind)
  else await queueOwnerlessJob(deps, { kind, title, siteId: 0, input: {} })
}

/** Queues a job of the server itself, without an owner. */
export async function queueOwnerlessJob(deps: ServerDeps, job: NewJob): Promise<void> {
  await deps.db.insertInto('job').values(ownerlessJob(job, deps.clock.now())).execute()
  wakeJobs(deps, job.kind)
}
