import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '#server/deps.ts'
import type { CallContext } from '#server/http/context.ts'
import type { Resource, Routes } from '#server/http/routes.ts'
import type { JobRow } from '#server/jobs/store.ts'
import { scheduleMaintenance } from '#server/jobs/maintenance.ts'
import type { Job } from '#shared/contract/job.ts'
import { isSuper } from '#shared/domain/permissions.ts'
import { AppError } from '#shared/errors/index.ts'
import { DAY_MS, formatDateTime } from '#shared/util/dates.ts'

const RETENTION_MS = 30 * DAY_MS
const MAX_LISTED = 100

const presentJob = ({
  id,
  kind,
  title,
  state,
  progress,
  message,
  siteId,
  resultId,
  createTime,
  endTime,
}: JobRow): Job => ({
  id,
  kind,
  title,
  state,
  progress,
  message,
  siteId,
  resultId,
  createDate: formatDateTime(createTime),
  endDate: endTime === null ? '' : formatDateTime(endTime),
})

/** Finds a job. AppErrors: `not-found`, `forbidden` for a job of another account. */
async function requireJob(ctx: CallContext, id: number): Promise<JobRow> {
  const row = await ctx.db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('not-found', '任务不存在，可能已过期，请刷新')
  const { accountId, authority } = ctx.requireSignedIn()
  if (row.accountId !== accountId && !isSuper(authority))
    throw new AppError('forbidden', '没有该任务的权限，只能查看本人的任务')
  return row
}

const routes: Routes<'job'> = {
  'job.findById': async (ctx, { id }) => presentJob(await requireJob(ctx, id)),

  'job.list': async (ctx) => {
    const rows = await ctx.db
      .selectFrom('job')
      .selectAll()
      .where('accountId', '=', ctx.requireSignedIn().accountId)
      .where('state', 'in', ['queued', 'running'])
      .orderBy('id', 'desc')
      .limit(MAX_LISTED)
      .execute()
    return rows.map(presentJob)
  },

  'job.cancel': async (ctx, { id }) => {
    const { title } = await requireJob(ctx, id)
    const waiting = await ctx.db
      .updateTable('job')
      .set({ state: 'cancelled', message: '已取消', endTime: ctx.clock.now().getTime() })
      .where('id', '=', id)
      .where('state', '=', 'queued')
      .returning('id')
      .executeTakeFirst()
    if (waiting) return null
    const running = await ctx.db
      .updateTable('job')
      .set({ cancelAsked: 1 })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .returning('id')
      .executeTakeFirst()
    if (!running) throw new AppError('conflict', `任务“${title}”已结束，无法取消`)
    return null
  },
}

/** Deletes jobs that ended long ago. */
async function deleteOldJobs(deps: ServerDeps): Promise<void> {
  const limit = deps.clock.now().getTime() - RETENTION_MS
  await deps.db.deleteFrom('job').where('endTime', '<', limit).execute()
}

const plugin = (app: FastifyInstance, deps: ServerDeps): void =>
  scheduleMaintenance(app, deps, () => deleteOldJobs(deps))

/** Progress and cancellation of background jobs. */
export const job: Resource = { routes, plugin }
