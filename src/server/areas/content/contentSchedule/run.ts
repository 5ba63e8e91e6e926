import { readAccountAuthority } from '#server/areas/people/account/index.ts'
import { notify } from '#server/areas/people/notice/index.ts'
import { engineOf } from '#server/db/dialect.ts'
import type { ServerDeps } from '#server/deps.ts'
import { toAppError } from '#server/http/response.ts'
import type { CallContext } from '#server/http/context.ts'
import type { JobWork } from '#server/http/jobWork.ts'
import { createWorkContext } from '#server/http/workContext.ts'
import type { Authority } from '#shared/domain/permissions.ts'
import { contentRefusal } from '#shared/domain/contentAccess.ts'
import { AppError } from '#shared/errors/index.ts'
import {
  requireContentColumn,
  type ContentColumn,
  type Entry,
  lockEntries,
  describeEntry,
  publishEntries,
  unpublishEntries,
  readWithBodies,
  findWorkflow,
  writeEntry,
} from '../entry/index.ts'
import { ACTIONS, type PlanRow } from './plans.ts'
import { findUnchangedAgreement } from './unchangedAgreement.ts'

/** Plans per read. */
const BATCH_SIZE = 100

/**
 * Job: executes due plans. Each entry's transaction also ends its plan, so that a plan runs once even after a crash.
 */
export const runDuePlans: JobWork = async (deps, job) => {
  const done = new Set<number>()
  for (;;) {
    const rows = await deps.db
      .selectFrom('content_schedule')
      .select('id')
      .where('state', '=', 'planned')
      .where('dueTime', '<=', deps.clock.now().getTime())
      .orderBy('dueTime')
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute()
    const open = rows.filter(({ id }) => !done.has(id))
    if (open.length === 0) break
    for (const { id } of open) {
      done.add(id)
      await runPlan(deps, id)
      await job.report(50, `已处理 ${done.size} 条`)
    }
  }
  await job.finish(async () => done.size)
}

/** A disabled account has no rights. */
const NO_RIGHTS: Authority = { groupId: 0, siteItemDTOList: [] }

async function runPlan(deps: ServerDeps, id: number): Promise<void> {
  const plan = await deps.db.selectFrom('content_schedule').selectAll().where('id', '=', id).executeTakeFirst()
  if (!plan) return
  const authority = await readAccountAuthority(deps.db, plan.accountId)
  const who = { accountId: plan.accountId, username: plan.username, authority: authority ?? NO_RIGHTS }
  try {
    await inTransaction(deps, who, async (ctx) => {
      const row = await lockPlan(ctx, plan)
      if (row) await endPlan(ctx, row, { state: 'done', message: await executePlan(ctx, row, authority) })
    })
  } catch (thrown) {
    const error = toAppError(thrown)
    if (error.code === 'internal') deps.log.error({ err: thrown, schedule: id }, 'a scheduled publication failed')
    await inTransaction(deps, who, async (ctx) => {
      const row = await lockPlan(ctx, plan)
      if (!row) return
      await endPlan(ctx, row, { state: 'failed', message: error.message })
      await notifyFailed(ctx, row, error.message)
    })
  }
}

async function inTransaction(
  deps: ServerDeps,
  who: Parameters<typeof createWorkContext>[2],
  work: (ctx: CallContext) => Promise<void>,
): Promise<void> {
  const committed = await deps.db.transaction().execute(async (tx) => {
    const { ctx, committed: after } = createWorkContext(deps, tx, who)
    await work(ctx)
    return after
  })
  await committed()
}

/**
 * Locks the plan; null when it was executed, changed or cancelled meanwhile. Entries are always locked before plans.
 */
async function lockPlan({ db, clock }: CallContext, { id, contentId }: PlanRow): Promise<PlanRow | null> {
  if (engineOf(db) === 'postgres')
    await db.selectFrom('content').select('id').where('id', '=', contentId).forUpdate().execute()
  const row = await db
    .selectFrom('content_schedule')
    .selectAll()
    .where('id', '=', id)
    .$if(engineOf(db) === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst()
  return row?.state === 'planned' && row.dueTime <= clock.now().getTime() ? row : null
}

const endPlan = ({ db, clock }: CallContext, { id }: PlanRow, set: { state: 'done' | 'failed'; message: string }) =>
  db
    .updateTable('content_schedule')
    .set({ ...set, endTime: clock.now().getTime() })
    .where('id', '=', id)
    .execute()

/** Publishes or unpublishes the entry; returns a message for the plan. AppErrors say why it failed. */
async function executePlan(ctx: CallContext, row: PlanRow, authority: Authority | null): Promise<string> {
  const column = await requireContentColumn(ctx, row.classId)
  const [entry] = await readWithBodies(ctx.db, await lockEntries(ctx, column, [row.contentId]))
  if (!entry) throw new AppError('not-found', '内容不存在，可能已被删除，无法执行')
  if (entry.row.isRecycled === 1)
    throw new AppError('conflict', `${describeEntry(entry.row)}在回收站中，请还原后重新安排`)
  if (row.action === 'publish') return publishOnDate(ctx, row, { column, entry, authority })
  if (entry.row.isStatus === 0) return '已是草稿，无需取消发布'
  requirePlannerRight(row, column, authority)
  await unpublishEntries(ctx, { classId: column.id, idList: [row.contentId] })
  return ''
}

interface PlanTarget {
  column: ContentColumn
  entry: Entry
  authority: Authority | null
}

async function publishOnDate(
  ctx: CallContext,
  row: PlanRow,
  { column, entry, authority }: PlanTarget,
): Promise<string> {
  if (entry.row.approveInstanceId !== '') {
    await notifyWaiting(ctx, row)
    return '到时仍在审批，同意后立即发布'
  }
  if (row.approvalId !== 0) return publishAgreed(ctx, row, { column, entry })
  if (entry.row.isStatus === 1) return '已经发布'
  if (findWorkflow(column))
    throw new AppError('conflict', `${describeEntry(entry.row)}尚未通过审批，请重新提交审批后再发布`)
  requirePlannerRight(row, column, authority)
  const idList = [row.contentId]
  const { submitted } = await publishEntries(ctx, {
    classId: column.id,
    idList,
    acceptSensitive: row.acceptSensitive === 1,
  })
  return submitted > 0 ? '含有须经他人同意的敏感词，已提交审批，同意后立即发布' : ''
}

/** Publishes the agreed version, unless the entry was changed since. */
async function publishAgreed(
  ctx: CallContext,
  row: PlanRow,
  { column, entry }: Pick<PlanTarget, 'column' | 'entry'>,
): Promise<string> {
  const agreed = await findUnchangedAgreement(ctx, entry, row.approvalId)
  if (!agreed) throw new AppError('conflict', `${describeEntry(entry.row)}在审批通过后又被修改，请重新提交审批后再发布`)
  const { values, agreedClasses } = agreed
  const set = { updatedBy: agreed.applicant }
  await writeEntry(ctx, column, entry, { values, agreedClasses, isStatus: true, reason: 'agree', set })
  return ''
}

/** Checks the planner's right at execution time. AppError `forbidden` when it was withdrawn. */
function requirePlannerRight({ username }: PlanRow, column: ContentColumn, authority: Authority | null): void {
  if (!authority) throw new AppError('forbidden', `安排人“${username}”的账号已停用或删除，请由有权限的人重新安排`)
  if (contentRefusal(authority, column, 'publish') !== null)
    throw new AppError(
      'forbidden',
      `安排人“${username}”不再拥有栏目“${column.title}”的发布权限，请由有权限的人重新安排`,
    )
}

/** The planner, and the author of the entry. */
async function findRecipients({ db }: CallContext, row: PlanRow): Promise<number[]> {
  const entry = await db.selectFrom('content').select('createById').where('id', '=', row.contentId).executeTakeFirst()
  return [row.accountId, entry?.createById ?? 0]
}

async function notifyFailed(ctx: CallContext, row: PlanRow, reason: string): Promise<void> {
  await notify(ctx, await findRecipients(ctx, row), {
    kind: 'scheduleFailed',
    title: `“${row.title}”定时${ACTIONS[row.action]}失败`,
    body: reason,
    ...noticeTarget(row),
  })
}

async function notifyWaiting(ctx: CallContext, row: PlanRow): Promise<void> {
  await notify(ctx, await findRecipients(ctx, row), {
    kind: 'scheduleFailed',
    title: `“${row.title}”已到发布时间，但仍在审批`,
    body: '最后一个节点同意后会立即发布。',
    ...noticeTarget(row),
  })
}

const noticeTarget = ({ siteId, classId, contentId }: PlanRow) =>
  ({ place: 'entry', siteId, classId, contentId }) as const
