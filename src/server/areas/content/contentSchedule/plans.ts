import type { RowOf } from '#server/db/schema.ts'
import { engineOf } from '#server/db/dialect.ts'
import type { CallContext } from '#server/http/context.ts'
import { missingRecord } from '#server/http/missingRecords.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { MAX_SCHEDULE_DAYS, type ScheduleAction } from '#shared/contract/contentSchedule.ts'
import { AppError, fieldError } from '#shared/errors/index.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import {
  requireContentColumn,
  type EntryRow,
  lockActive,
  describeEntry,
  publishEntries,
  requireAction,
  requirePublishable,
  readWithBodies,
  findWorkflow,
} from '../entry/index.ts'
import { findUnchangedAgreement } from './unchangedAgreement.ts'

export type PlanRow = RowOf<'content_schedule'>

export const ACTIONS: Record<ScheduleAction, string> = { publish: '发布', unpublish: '取消发布' }

/** Sets or changes the time for all entries or none. The contract lists what is refused. */
export async function savePlans(ctx: CallContext, input: ParsedOf<'contentSchedule.plan'>): Promise<void> {
  const { classId, idList, action, at, acceptSensitive } = input
  requireTime(ctx, at)
  const column = await requireContentColumn(ctx, classId)
  const needsApproval = findWorkflow(column) !== null
  requireAction(ctx, column, action === 'publish' && needsApproval ? 'edit' : 'publish')
  const rows = await lockActive(ctx, column, idList)
  const existing = await findPlanned(ctx, rows)
  const agreedIds = action === 'publish' ? await findAgreed(ctx, rows, existing) : new Set<number>()
  requireOrder(rows, existing, agreedIds, input)
  if (action === 'publish') {
    // Submitted entries, and agreed versions that wait for their time, are left as they are.
    const unsubmitted = rows.filter((row) => row.approveInstanceId === '' && !agreedIds.has(row.id))
    if (!needsApproval) await requirePublishable(ctx, column, unsubmitted, acceptSensitive)
    else if (unsubmitted.length > 0)
      await publishEntries(ctx, { classId, idList: unsubmitted.map(({ id }) => id), acceptSensitive })
  }
  const { accountId, username } = ctx.requireSignedIn()
  const who = { accountId, username, dueTime: at, acceptSensitive: acceptSensitive ? 1 : 0 } as const
  for (const row of rows) {
    const before = existing.find((each) => each.contentId === row.id && each.action === action)
    await (before
      ? ctx.db
          .updateTable('content_schedule')
          .set(agreedIds.has(row.id) ? who : { ...who, approvalId: 0 })
          .where('id', '=', before.id)
          .execute()
      : ctx.db
          .insertInto('content_schedule')
          .values({
            ...who,
            contentId: row.id,
            classId,
            siteId: column.siteId,
            action,
            state: 'planned',
            title: row.title,
            createTime: ctx.clock.now().getTime(),
          })
          .execute())
  }
}

function requireTime({ clock }: CallContext, at: number): void {
  const now = clock.now().getTime()
  if (at <= now) throw fieldError('invalid', 'at', '时间已过，请选择未来的时间')
  if (at > now + MAX_SCHEDULE_DAYS * DAY_MS) throw fieldError('invalid', 'at', '时间超出两年，请选择两年以内的时间')
}

const findPlanned = ({ db }: CallContext, rows: readonly EntryRow[]): Promise<PlanRow[]> =>
  db
    .selectFrom('content_schedule')
    .selectAll()
    .where('state', '=', 'planned')
    .where('contentId', 'in', [...rows.map(({ id }) => id), -1])
    .execute()

/** Entries with an agreed version that waits for its planned time and that nobody has edited since. */
async function findAgreed(
  ctx: CallContext,
  rows: readonly EntryRow[],
  known: readonly PlanRow[],
): Promise<ReadonlySet<number>> {
  const approvalIds = new Map(
    known.flatMap((plan) => (plan.approvalId === 0 ? [] : [[plan.contentId, plan.approvalId]])),
  )
  const agreed = new Set<number>()
  for (const entry of await readWithBodies(
    ctx.db,
    rows.filter(({ id }) => approvalIds.has(id)),
  ))
    if (await findUnchangedAgreement(ctx, entry, approvalIds.get(entry.row.id) ?? 0)) agreed.add(entry.row.id)
  return agreed
}

/** AppErrors name the entry: a public entry is not published again, and unpublishing must come after publishing. */
function requireOrder(
  rows: readonly EntryRow[],
  known: readonly PlanRow[],
  agreed: ReadonlySet<number>,
  { action, at }: ParsedOf<'contentSchedule.plan'>,
): void {
  for (const row of rows) {
    const isPublic = row.isStatus === 1
    const other = known.find((each) => each.contentId === row.id && each.action !== action)
    if (action === 'publish') {
      if (isPublic && row.approveInstanceId === '' && !agreed.has(row.id))
        throw new AppError('conflict', `${describeEntry(row)}已发布，无需定时发布`)
      if (other && other.dueTime <= at && !isPublic)
        throw fieldError('conflict', 'at', `${describeEntry(row)}的发布时间必须早于取消发布的时间`)
    } else {
      if (!isPublic && !other) throw new AppError('conflict', `${describeEntry(row)}尚未发布，请先发布或设置定时发布`)
      if (other && other.dueTime >= at && !isPublic)
        throw fieldError('conflict', 'at', `${describeEntry(row)}的取消发布时间必须晚于发布时间`)
    }
  }
}

/**
 * Cancels a plan. Requires the right to plan it. A pending application stays open, and publishes the entry when
 * agreed.
 */
export async function cancelPlan(ctx: CallContext, id: number): Promise<void> {
  const row = await ctx.db
    .selectFrom('content_schedule')
    .selectAll()
    .where('id', '=', id)
    .$if(engineOf(ctx.db) === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst()
  if (!row) throw missingRecord('定时安排不存在，可能已被删除，请刷新', id)
  const column = await requireContentColumn(ctx, row.classId)
  requireAction(ctx, column, row.action === 'publish' && findWorkflow(column) ? ['edit', 'publish'] : 'publish')
  if (row.state !== 'planned') throw new AppError('conflict', `定时${ACTIONS[row.action]}已执行或取消，请刷新`)
  await ctx.db
    .updateTable('content_schedule')
    .set({ state: 'cancelled', endTime: ctx.clock.now().getTime(), message: `${ctx.requireSignedIn().username} 取消` })
    .where('id', '=', id)
    .execute()
}

/**
 * The planned publication time of an agreed application. Null when there is none or it has passed: the entry is
 * published at once. The caller has locked the entry.
 */
export async function settlePlannedDate(
  ctx: CallContext,
  contentId: number,
  approvalId: number,
): Promise<number | null> {
  const row = await ctx.db
    .selectFrom('content_schedule')
    .selectAll()
    .where('contentId', '=', contentId)
    .where('action', '=', 'publish')
    .where('state', '=', 'planned')
    .executeTakeFirst()
  if (!row) return null
  if (row.dueTime > ctx.clock.now().getTime()) {
    await ctx.db.updateTable('content_schedule').set({ approvalId }).where('id', '=', row.id).execute()
    return row.dueTime
  }
  const ended = { state: 'done', endTime: ctx.clock.now().getTime(), message: '到时仍在审批，同意后已发布' } as const
  await ctx.db.updateTable('content_schedule').set(ended).where('id', '=', row.id).execute()
  return null
}
