import type { FastifyInstance } from 'fastify'
import type { SelectQueryBuilder } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { CallContext } from '#server/http/context.ts'
import type { Resource, Routes } from '#server/http/routes.ts'
import { pollScheduledWork } from '#server/jobs/scheduledWork.ts'
import { scheduleMaintenance } from '#server/jobs/maintenance.ts'
import { CALENDAR_LIMIT, type Schedule } from '#shared/contract/contentSchedule.ts'
import { entryUrlOf } from '#shared/domain/columnType.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import { findColumn } from '#server/areas/column/column/index.ts'
import { isAllowed, type ContentColumn, toContentColumn, findWorkflow } from '../entry/index.ts'
import { cancelPlan, savePlans, type PlanRow } from './plans.ts'
import { runDuePlans } from './run.ts'

export { settlePlannedDate } from './plans.ts'

/** How long the calendar shows ended plans. */
const RETENTION_MS = 400 * DAY_MS

const routes: Routes<'contentSchedule'> = {
  'contentSchedule.plan': async (ctx, input) => {
    await savePlans(ctx, input)
    return null
  },
  'contentSchedule.cancel': async (ctx, { id }) => {
    await cancelPlan(ctx, id)
    return null
  },
  'contentSchedule.ofEntry': async (ctx, { classId, id }) => {
    const rows = await ctx.db
      .selectFrom('content_schedule')
      .selectAll()
      .where('contentId', '=', id)
      .where('classId', '=', classId)
      .orderBy('id', 'desc')
      .limit(20)
      .execute()
    // A failure is shown until a later plan of the same action.
    const shown = rows.filter(
      (row, at) =>
        row.state === 'planned' ||
        (row.state === 'failed' && !rows.slice(0, at).some(({ action }) => action === row.action)),
    )
    return presentPlans(ctx, shown)
  },
  'contentSchedule.calendar': async (ctx, { siteId, from, to }) => {
    const rows = await whereDueBetween(ctx.db.selectFrom('content_schedule').where('siteId', '=', siteId), { from, to })
      .selectAll()
      .orderBy('dueTime')
      .orderBy('id')
      .limit(CALENDAR_LIMIT)
      .execute()
    return presentPlans(ctx, rows)
  },
}

const whereDueBetween = (
  rows: SelectQueryBuilder<Database, 'content_schedule', object>,
  { from, to }: { from: number; to: number },
) => rows.where('dueTime', '>=', from).where('dueTime', '<', to).where('state', '<>', 'cancelled')

/** Presents the plans of existing columns that the caller may read. */
async function presentPlans(ctx: CallContext, rows: readonly PlanRow[]): Promise<Schedule[]> {
  const columns = new Map<number, ContentColumn>()
  for (const id of new Set(rows.map(({ classId }) => classId))) {
    const row = await findColumn(ctx.db, id)
    if (row) columns.set(id, toContentColumn(row))
  }
  const people = await ctx.db
    .selectFrom('account')
    .select(['id', 'trueName'])
    .where('id', 'in', [...new Set(rows.map(({ accountId }) => accountId)), -1])
    .execute()
  const entries = await ctx.db
    .selectFrom('content')
    .select(['id', 'title', 'approveInstanceId'])
    .where('id', 'in', [...new Set(rows.map(({ contentId }) => contentId)), -1])
    .execute()
  const names = new Map(people.map(({ id, trueName }) => [id, trueName]))
  const titles = new Map(entries.map(({ id, title }) => [id, title]))
  const waiting = new Set(entries.flatMap(({ id, approveInstanceId }) => (approveInstanceId === '' ? [] : [id])))
  return rows.flatMap((row): Schedule[] => {
    const column = columns.get(row.classId)
    if (!column || !isAllowed(ctx, column, 'read')) return []
    const asks = row.action === 'publish' && findWorkflow(column) !== null
    return [
      {
        id: row.id,
        contentId: row.contentId,
        classId: row.classId,
        siteId: row.siteId,
        action: row.action,
        state: row.state,
        at: row.dueTime,
        title: titles.get(row.contentId) || row.title,
        menuTitle: column.title,
        planner: names.get(row.accountId) || row.username,
        message: row.message,
        path: entryUrlOf(column.row.menuType, row.classId, row.contentId),
        approval: row.approvalId !== 0 ? 'agreed' : !asks ? 'none' : waiting.has(row.contentId) ? 'needed' : 'ended',
        mayChange: row.state === 'planned' && isAllowed(ctx, column, asks ? 'edit' : 'publish'),
      },
    ]
  })
}

async function removeEndedPlans({ db, clock }: ServerDeps): Promise<void> {
  await db
    .deleteFrom('content_schedule')
    .where('state', '<>', 'planned')
    .where('endTime', '<', clock.now().getTime() - RETENTION_MS)
    .execute()
}

function plugin(app: FastifyInstance, deps: ServerDeps): void {
  scheduleMaintenance(app, deps, () => removeEndedPlans(deps))
  pollScheduledWork(app, deps, {
    kind: 'content.schedule',
    title: '定时发布与取消发布',
    isDue: async (db, now) =>
      (await db
        .selectFrom('content_schedule')
        .select('id')
        .where('state', '=', 'planned')
        .where('dueTime', '<=', now)
        .limit(1)
        .executeTakeFirst()) !== undefined,
  })
}

/** Publishes and unpublishes entries at a set time. */
export const contentSchedule: Resource = { routes, jobs: { 'content.schedule': runDuePlans }, plugin }
