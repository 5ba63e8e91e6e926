import type { JobKind } from '#shared/contract/job.ts'
import type { ServerDeps } from '../deps.ts'
import type { CallContext } from '../http/context.ts'
import { wakeJobs } from './runner.ts'

export interface NewJob {
  kind: JobKind
  /** What the person started, in Chinese. */
  title: string
  siteId: number
  /** Plain JSON. */
  input: unknown
}

/** Queues a job of the caller in the call's transaction; it starts after the commit. */
export async function queueJob(ctx: CallContext, { input, ...job }: NewJob): Promise<{ jobId: number }> {
  const { accountId, username } = ctx.signed()
  const row = {
    ...job,
    input: JSON.stringify(input),
    accountId,
    username,
    state: 'queued',
    progress: 0,
    message: '等待中',
    resultId: 0,
    attempts: 0,
    cancelAsked: 0,
    leaseUntil: 0,
    createTime: ctx.clock.now().getTime(),
  } as const
  const { id } = await ctx.db.insertInto('job').values(row).returning('id').executeTakeFirstOrThrow()
  ctx.afterCommit(() => wakeJobs(ctx.deps))
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
  if (waiting) wakeJobs(deps)
  else await queueOwnJob(deps, { kind, title, siteId: 0, input: {} })
}

/** Queues a job that nobody asked for. */
export async function queueOwnJob(deps: ServerDeps, { input, ...job }: NewJob): Promise<void> {
  await deps.db
    .insertInto('job')
    .values({
      ...job,
      input: JSON.stringify(input),
      accountId: 0,
      username: '',
      state: 'queued',
      progress: 0,
      message: '等待中',
      resultId: 0,
      attempts: 0,
      cancelAsked: 0,
      leaseUntil: 0,
      createTime: deps.clock.now().getTime(),
    })
    .execute()
  wakeJobs(deps)
}
