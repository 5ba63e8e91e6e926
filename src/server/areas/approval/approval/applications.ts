import type { Kysely, Updateable } from 'kysely'
import { engineOf } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import type { CallContext } from '#server/http/context.ts'
import {
  type Approvals,
  type ContentColumn,
  type EntryEvent,
  type EntryRow,
  describeEntry,
  recordEvents,
  findWorkflow,
} from '#server/areas/content/entry/index.ts'
import { AppError } from '#shared/errors/index.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import { splitIntoBatches } from '#shared/util/lists.ts'
import {
  type ApprovalRow,
  findCoveredClasses,
  type Step,
  parseSteps,
  type TaskRow,
  parseValues,
  createWordSteps,
} from './rows.ts'
import { notifyActors, notifyWithdrawn } from './notices.ts'

/** Locks the application until the transaction ends; undefined when it does not exist. */
export const lockApproval = (db: Kysely<Database>, id: number): Promise<ApprovalRow | undefined> =>
  db
    .selectFrom('approval')
    .selectAll()
    .where('id', '=', id)
    .$if(engineOf(db) === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst()

/** The approval operations for entries; decision 035 describes the process. */
export const entryApprovals: Omit<Approvals, 'stateOf' | 'takesPart'> = {
  async apply(ctx, column, list) {
    const flow = await readWorkflow(ctx, column)
    const { accountId, username } = ctx.requireSignedIn()
    const now = ctx.clock.now().getTime()
    const created: ApprovalRow[] = []
    const events: EntryEvent[] = []
    for (const { row, values, remark, asked, events: before } of list) {
      const steps = [...createWordSteps(asked), ...flow.steps]
      const approval = await ctx.db
        .insertInto('approval')
        .values({
          contentId: row.id,
          version: row.version,
          classId: column.id,
          siteId: column.siteId,
          ...flow,
          steps: JSON.stringify(steps),
          step: 0,
          state: 'waiting',
          applicantId: accountId,
          applicant: username,
          remark,
          title: row.title,
          fields: JSON.stringify(values),
          wasPublic: row.isStatus,
          createTime: now,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      await beginStep(ctx, approval)
      created.push(approval)
      await ctx.db
        .updateTable('content')
        .set({ approveInstanceId: String(approval.id) })
        .where('id', '=', row.id)
        .execute()
      const detail = `${flow.workflowTitle}：${remark}`
      events.push(...before, { entry: row, kind: 'submitted', detail, refId: approval.id })
    }
    await recordEvents(ctx, events)
    await notifyActors(ctx, created)
  },
  async withdraw(ctx, rows, { remark, always = false }) {
    for (const row of rows.filter(({ approveInstanceId }) => approveInstanceId !== '')) {
      const approval = await lockApproval(ctx.db, Number(row.approveInstanceId))
      if (!approval || approval.state !== 'waiting') continue
      if (!always) requireRevocable(approval, row)
      await withdrawApplication(ctx, approval, remark)
      await notifyWithdrawn(ctx, approval, remark)
    }
  },
  async readPendingValues(ctx, row) {
    const approval = await findPending(ctx.db, row)
    return approval ? parseValues(approval) : null
  },
  async readAgreedValues({ db }, { id, classId }, approvalId) {
    const last = await db
      .selectFrom('approval')
      .selectAll()
      .where('contentId', '=', id)
      .where('classId', '=', classId)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (last?.id !== approvalId || last.state !== 'agreed') return null
    const own = await db
      .selectFrom('sensitive_class_person')
      .select('classId')
      .where('accountId', '=', last.applicantId)
      .execute()
    const agreedClasses = [...findCoveredClasses(parseSteps(last)), ...own.map(({ classId: wordClass }) => wordClass)]
    return { values: parseValues(last), applicant: last.applicant, agreedClasses }
  },
}

/** The pending application of an entry. */
export async function findPending(
  db: Kysely<Database>,
  { approveInstanceId }: Pick<EntryRow, 'approveInstanceId'>,
): Promise<ApprovalRow | null> {
  if (approveInstanceId === '') return null
  const row = await db.selectFrom('approval').selectAll().where('id', '=', Number(approveInstanceId)).executeTakeFirst()
  return row?.state === 'waiting' ? row : null
}

/** AppError `conflict` when the workflow does not allow withdrawing. */
export function requireRevocable(approval: ApprovalRow, entry: { id: number; title: string }): void {
  if (approval.revocability === 1) return
  const step = parseSteps(approval)[approval.step]?.title ?? ''
  throw new AppError(
    'conflict',
    `${describeEntry(entry)}正在审批（当前节点“${step}”），流程“${approval.workflowTitle}”不允许撤回，请等待审批结束，或由审批人拒绝后再操作`,
  )
}

/** Workflow title of an application without a workflow. */
const WORDS_ONLY_TITLE = '敏感词审批'

/** The current steps of the column's workflow, locked until the transaction ends; no steps without a workflow. */
async function readWorkflow(ctx: CallContext, column: ContentColumn) {
  const link = findWorkflow(column)
  if (!link) return { workflowId: 0, workflowTitle: WORDS_ONLY_TITLE, revocability: 1 as const, dueDays: 0, steps: [] }
  const rows = await ctx.db
    .selectFrom('workflow')
    .leftJoin('workflow_node', 'workflow_node.workflowId', 'workflow.id')
    .select(['workflow.id', 'workflow.title as workflowTitle', 'workflow.revocability', 'workflow.dueDays'])
    .select(['workflow_node.title', 'workflow_node.roles', 'workflow_node.dueHours'])
    .where('workflow.id', '=', link.workFlowId)
    .where('workflow.siteId', '=', column.siteId)
    .orderBy('workflow_node.sort')
    .orderBy('workflow_node.id')
    .$if(engineOf(ctx.db) === 'postgres', (query) => query.forShare('workflow'))
    .execute()
  const steps = rows.flatMap(({ title, roles, dueHours }): Step[] => {
    if (title === null || roles === null) return []
    const roleIds = (JSON.parse(roles) as { roleId: number }[]).map(({ roleId }) => roleId)
    return [{ title, roleIds, dueHours: dueHours ?? 0 }]
  })
  const [row] = rows
  if (!row || steps.length === 0)
    throw new AppError('conflict', `栏目“${column.title}”的审批流程没有审批节点，请联系管理员在“审批流程”中设置`)
  const { id: workflowId, workflowTitle, revocability, dueDays } = row
  return { workflowId, workflowTitle, revocability, dueDays, steps }
}

/** Creates the task of the application's current step. */
export async function beginStep(ctx: CallContext, approval: ApprovalRow): Promise<void> {
  const step = parseSteps(approval)[approval.step]
  if (!step) throw new Error(`application ${approval.id} has no step ${approval.step}`)
  const now = ctx.clock.now().getTime()
  const { id: approvalId } = approval
  const span = durationOf(approval, step)
  const { id: taskId } = await ctx.db
    .insertInto('approval_task')
    .values({
      approvalId,
      siteId: approval.siteId,
      step: approval.step,
      title: step.title,
      createTime: now,
      dueTime: span === 0 ? 0 : now + span,
      remindTime: span === 0 ? 0 : now + Math.round(span * REMIND_AFTER),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const part of splitIntoBatches(step.roleIds, 100))
    await ctx.db
      .insertInto('approval_task_role')
      .values(part.map((roleId) => ({ taskId, roleId })))
      .execute()
  for (const part of splitIntoBatches(step.accountIds ?? [], 100))
    await ctx.db
      .insertInto('approval_task_person')
      .values(part.map((accountId) => ({ taskId, accountId })))
      .execute()
}

/** Share of the time limit after which assignees are reminded. */
const REMIND_AFTER = 0.75

/** Time limit of a step in ms; 0: none. */
const durationOf = ({ dueDays }: Pick<ApprovalRow, 'dueDays'>, { dueHours = 0 }: Step): number =>
  dueHours > 0 ? dueHours * HOUR_MS : dueDays * DAY_MS
const HOUR_MS = 3600_000

/** Ends a task: state 1 decided, 2 withdrawn. Removes it from its assignees' lists. */
export async function endTask(
  { db }: CallContext,
  { id, step }: Pick<TaskRow, 'id' | 'step'>,
  approval: ApprovalRow,
  said: Partial<Omit<TaskRow, 'id'>> & { state: 1 | 2; finishTime: number },
): Promise<void> {
  const ended = db.updateTable('approval_task').set(said).where('id', '=', id).where('state', '=', 0)
  const { numUpdatedRows } = await ended.executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Error(`task ${id} of application ${approval.id} was ended twice`)
  const { roleIds = [], accountIds = [] } = parseSteps(approval)[step] ?? {}
  for (const part of splitIntoBatches(roleIds, 100))
    await db.deleteFrom('approval_task_role').where('taskId', '=', id).where('roleId', 'in', part).execute()
  if (accountIds.length > 0) await db.deleteFrom('approval_task_person').where('taskId', '=', id).execute()
}

/**
 * Changes an application if step, steps and applicant are still those that the caller has read; false when somebody
 * else was faster. Locks the application until the transaction ends.
 * @param inLivingSite requires that the site is not in the recycle bin
 */
export async function changeIfUnchanged(
  { db }: CallContext,
  { id, siteId, step, steps, applicantId }: ApprovalRow,
  set: Updateable<Database['approval']>,
  { inLivingSite = false }: { inLivingSite?: boolean } = {},
): Promise<boolean> {
  let changed = db.updateTable('approval').set(set).where('id', '=', id).where('state', '=', 'waiting')
  changed = changed.where('step', '=', step).where('steps', '=', steps).where('applicantId', '=', applicantId)
  if (inLivingSite)
    changed = changed.where(({ exists, selectFrom }) =>
      exists(selectFrom('site').select('site.id').where('site.id', '=', siteId).where('site.deleteTime', 'is', null)),
    )
  return (await changed.executeTakeFirst()).numUpdatedRows === 1n
}

/** Column values of an ended application. */
export const toEndedValues = (ctx: CallContext, state: 'agreed' | 'refused' | 'withdrawn', endRemark: string) => ({
  state,
  endRemark,
  finishTime: ctx.clock.now().getTime(),
  endedBy: ctx.requireSignedIn().username,
})

/** Clears the entry's reference to the application. */
export async function releaseEntry({ db }: CallContext, { id, contentId }: ApprovalRow): Promise<void> {
  await db
    .updateTable('content')
    .set({ approveInstanceId: '' })
    .where('id', '=', contentId)
    .where('approveInstanceId', '=', String(id))
    .execute()
}

/** Withdraws an application that the caller has locked together with its entry. */
export async function withdrawApplication(ctx: CallContext, approval: ApprovalRow, remark: string): Promise<void> {
  const finishTime = ctx.clock.now().getTime()
  const open = await ctx.db
    .selectFrom('approval_task')
    .select(['id', 'step'])
    .where('approvalId', '=', approval.id)
    .where('state', '=', 0)
    .execute()
  for (const task of open) await endTask(ctx, task, approval, { state: 2, finishTime })
  const ended = toEndedValues(ctx, 'withdrawn', remark)
  await ctx.db.updateTable('approval').set(ended).where('id', '=', approval.id).execute()
  await releaseEntry(ctx, approval)
  await recordEvents(ctx, [createApprovalEvent(approval, 'withdrawn', remark)])
}

/** Timeline event about an application. */
export const createApprovalEvent = (
  { id: refId, contentId, classId, siteId, title }: ApprovalRow,
  kind: 'seen' | 'agreed' | 'refused' | 'withdrawn',
  detail: string,
): EntryEvent => ({ entry: { id: contentId, classId, siteId, title }, kind, detail, refId })
