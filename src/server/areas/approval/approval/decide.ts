import type { CallContext } from '#server/http/context.ts'
import { PreparedHandler } from '#server/http/routes.ts'
import {
  findRequiredClasses,
  type ContentColumn,
  type Entry,
  type EntryEvent,
  findContentColumn,
  type LargeTexts,
  processStored,
  lockExisting,
  describeEntry,
  recordEvents,
  publishesNewContent,
  findSensitive,
  readWithBodies,
  writeEntry,
} from '#server/areas/content/entry/index.ts'
import { settlePlannedDate } from '#server/areas/content/contentSchedule/index.ts'
import type { SensitiveHit } from '#shared/contract/content.ts'
import { AppError } from '#shared/errors/index.ts'
import { missingRecord } from '#server/http/missingRecords.ts'
import { requireActiveSites } from '#server/siteAccess.ts'
import { type Actor, readActor, representedName, mayActOn } from './actors.ts'
import {
  createApprovalEvent,
  beginStep,
  changeIfUnchanged,
  toEndedValues,
  endTask,
  releaseEntry,
} from './applications.ts'
import { type ApprovalRow, findCoveredClasses, parseSteps, type TaskRow, parseValues, createWordSteps } from './rows.ts'
import { notifyAgreed, notifyRefused, notifyNextStep } from './notices.ts'

interface Decision {
  pass: boolean
  approveResult: string
}

interface DecisionInput extends Decision {
  siteId?: number | undefined
  large: LargeTexts | undefined
  /** Other tasks are decided in the same transaction. */
  isOneOfMany?: boolean
}

/** Decides one task (call 99). */
export const approve = new PreparedHandler<'approval.approve'>(async (ctx, { taskId, siteId, ...answer }) => {
  const seen = await requireTask(ctx, taskId)
  const large = answer.pass ? await processLargeTexts(ctx, seen) : undefined
  return async (tx) => {
    await decide(tx, await readActor(tx), seen, { ...answer, siteId, large })
    return null
  }
})

/** Agrees to several tasks in ascending order of ids, all or none. Error messages name the task. */
export const agreeMany = new PreparedHandler<'approval.agreeMany'>(async (ctx, { idList, approveResult }) => {
  const ids = [...new Set(idList)].toSorted((a, b) => a - b)
  const large = new Map<number, LargeTexts | undefined>()
  for (const id of ids) large.set(id, await processLargeTexts(ctx, await requireTask(ctx, id)))
  return async (tx) => {
    const actor = await readActor(tx)
    const isOneOfMany = ids.length > 1
    for (const id of ids)
      await decide(tx, actor, await requireTask(tx, id), {
        pass: true,
        approveResult,
        large: large.get(id),
        isOneOfMany,
      })
    return null
  }
})

/** Processes the large texts that an agreement would publish, before its transaction. */
async function processLargeTexts(ctx: CallContext, { approval }: TaskWithApproval): Promise<LargeTexts | undefined> {
  if (!isLast(approval, approval.step)) return undefined
  return processStored(ctx, approval.classId, parseValues(approval))
}

/** Columns of a task; the query prefixes those that also exist in `approval` with `task`. */
type Task = Pick<TaskRow, 'id' | 'siteId' | 'step' | 'title' | 'state' | 'pass' | 'trueName'>

/** A task with its application. */
interface TaskWithApproval {
  task: Task
  approval: ApprovalRow
}

/** AppError `not-found`. */
async function requireTask({ db }: CallContext, id: number): Promise<TaskWithApproval> {
  const row = await db
    .selectFrom('approval_task as task')
    .innerJoin('approval', 'approval.id', 'task.approvalId')
    .selectAll('approval')
    .select(['task.step as taskStep', 'task.title as taskTitle', 'task.state as taskState', 'task.siteId as taskSite'])
    .select(['task.pass', 'task.trueName'])
    .where('task.id', '=', id)
    .executeTakeFirst()
  if (!row) throw missingRecord('审批任务不存在，可能已被删除，请刷新', id)
  const { taskStep: step, taskTitle: title, taskState: state, taskSite: siteId, pass, trueName, ...approval } = row
  return { task: { id, siteId, step, title, state, pass, trueName }, approval }
}

/** Is the step the application's last one? Added steps move the end. */
const isLast = (approval: ApprovalRow, step: number): boolean => step >= parseSteps(approval).length - 1

/**
 * Decides a task. AppErrors: `not-found`; `forbidden` unless the caller may decide it; `conflict` when somebody else
 * was faster or it was withdrawn; and what prevents the last agreement from publishing. Entries are always locked
 * before applications.
 * @param before the task as read earlier; the decision is only written if it is unchanged
 */
async function decide(ctx: CallContext, actor: Actor, before: TaskWithApproval, answer: DecisionInput): Promise<void> {
  if (await tryDecide(ctx, actor, before, answer)) return
  const now = await requireTask(ctx, before.task.id)
  requireOpen(now)
  await requireActiveSites(ctx, [now.task.siteId])
  // The steps got other people or more steps meanwhile.
  if (!(await tryDecide(ctx, actor, now, answer))) throw new AppError('conflict', '申请内容刚刚发生变化，请刷新后重试')
}

/** Writes the decision of a permitted caller; returns false without writing when the application has changed. */
async function tryDecide(
  ctx: CallContext,
  actor: Actor,
  seen: TaskWithApproval,
  { pass, approveResult, siteId, large, isOneOfMany = false }: DecisionInput,
): Promise<boolean> {
  const { task, approval } = seen
  if (siteId && siteId !== task.siteId) throw new AppError('invalid', '审批任务不属于当前站点，请刷新后重试')
  const step = parseSteps(approval)[task.step]
  if (!(await mayActOn(ctx, actor, step))) throw new AppError('forbidden', '当前账号不是该任务的审批人')
  requireOpen(seen)
  const represented = representedName(actor, step)
  const trueName = represented ? `${actor.name}（代 ${represented}）` : actor.name
  const remark = [task.title, ...(represented ? [`代 ${represented}`] : []), approveResult].filter(Boolean).join('：')
  const event = createApprovalEvent(approval, pass ? 'agreed' : 'refused', remark)
  const given: DecidedTask = { ...seen, pass, approveResult, trueName, event }
  const isOnTheWay = pass && !isLast(approval, task.step)
  // Only the last agreement, or a refusal, changes the entry. Decisions about several tasks lock it anyway, to keep
  // the order of locks.
  const location = isOnTheWay && !isOneOfMany ? null : await lockEntryOf(ctx, approval)
  if (isOnTheWay) return moveToNextStep(ctx, given)
  if (!pass) return refuse(ctx, given, location?.entry ?? null)
  if (location) return publishAgreed(ctx, given, location, large)
  throw new AppError(
    'conflict',
    `${describeEntry({ id: approval.contentId, title: approval.title })}已被删除，无法发布，请拒绝该申请`,
  )
}

/** A decision, and who made it. */
interface DecidedTask extends TaskWithApproval, Decision {
  trueName: string
  event: EntryEvent
}

/** The entry with its column, locked; null when one of them is deleted or recycled. */
async function lockEntryOf(
  ctx: CallContext,
  { classId, contentId }: ApprovalRow,
): Promise<{ column: ContentColumn; entry: Entry } | null> {
  const column = await findContentColumn(ctx, classId)
  if (!column) return null
  const rows = await lockExisting(ctx, column, [contentId])
  const [entry] = await readWithBodies(
    ctx.db,
    rows.filter(({ isRecycled }) => isRecycled === 0),
  )
  return entry ? { column, entry } : null
}

/** AppErrors `conflict` for a task that is no longer open. */
function requireOpen({ task, approval }: TaskWithApproval): void {
  if (task.state === 1)
    throw new AppError('conflict', `${task.trueName} 已${task.pass === 1 ? '同意' : '拒绝'}该申请，请刷新`)
  if (task.state !== 0 || approval.state !== 'waiting' || approval.step !== task.step)
    throw new AppError('conflict', '申请已被撤回，请刷新')
}

/** Ends the task with the decision. */
async function endDecidedTask(
  ctx: CallContext,
  { task, approval, pass, approveResult, trueName }: DecidedTask,
): Promise<void> {
  const [approverId, finishTime] = [ctx.requireSignedIn().accountId, ctx.clock.now().getTime()]
  const decision = { pass: pass ? 1 : 0, result: approveResult, approverId, trueName, finishTime } as const
  await endTask(ctx, task, approval, { ...decision, state: 1 })
}

/** @param steps with added steps; absent when unchanged */
async function moveToNextStep(ctx: CallContext, given: DecidedTask, steps?: string): Promise<boolean> {
  const { approval, trueName, event } = given
  const set = { step: approval.step + 1, ...(steps !== undefined && { steps }) }
  if (!(await changeIfUnchanged(ctx, approval, set, { inLivingSite: true }))) return false
  await endDecidedTask(ctx, given)
  await recordEvents(ctx, [event])
  const next = { ...approval, ...set }
  await beginStep(ctx, next)
  await notifyNextStep(ctx, next, trueName)
  return true
}

/** Marks a draft as refused. A public entry stays unchanged; the refused version stays in the application. */
async function refuse(ctx: CallContext, given: DecidedTask, entry: Entry | null): Promise<boolean> {
  const { approval, approveResult, trueName, event } = given
  const said = { trueName, approveResult }
  if (!(await changeIfUnchanged(ctx, approval, toEndedValues(ctx, 'refused', approveResult)))) return false
  await endDecidedTask(ctx, given)
  await recordEvents(ctx, [event])
  await releaseEntry(ctx, approval)
  await notifyRefused(ctx, approval, said)
  if (!entry) return true
  await ctx.db
    .updateTable('content')
    .set((eb) => ({
      pass: 0,
      approveResult: JSON.stringify(said),
      version: eb('version', '+', 1),
      updateTime: ctx.clock.now().getTime(),
    }))
    .where('id', '=', entry.row.id)
    .execute()
  return true
}

/**
 * Publishes the version that the last step agreed to. Words that became forbidden after the submission add steps for
 * the people of their classes.
 */
async function publishAgreed(
  ctx: CallContext,
  given: DecidedTask,
  { column, entry }: { column: ContentColumn; entry: Entry },
  large: LargeTexts | undefined,
): Promise<boolean> {
  const { approval, approveResult, event } = given
  const values = parseValues(approval)
  const hits = publishesNewContent(column, entry, values) ? await findSensitive(ctx.db, column, values, large) : []
  const asked = await findMissingClasses(ctx, approval, hits)
  if (asked.length > 0)
    return moveToNextStep(ctx, given, JSON.stringify([...parseSteps(approval), ...createWordSteps(asked)]))
  if (!(await changeIfUnchanged(ctx, approval, toEndedValues(ctx, 'agreed', approveResult)))) return false
  await endDecidedTask(ctx, given)
  const date = await settlePlannedDate(ctx, approval.contentId, approval.id)
  await notifyAgreed(ctx, approval, date)
  if (date !== null) {
    await recordEvents(ctx, [event])
    await releaseEntry(ctx, approval)
    return true
  }
  await writeEntry(ctx, column, entry, {
    values,
    events: [event],
    // No class is left to ask for.
    agreedClasses: hits.flatMap(({ classId }) => classId ?? []),
    isStatus: true,
    reason: 'agree',
    // The text is the applicant's, not the approver's. The entry no longer waits.
    set: { updatedBy: approval.applicant, approveInstanceId: '' },
    ...(large && { large }),
  })
  return true
}

/** Classes of words to which neither a step, nor the applicant as one of their people, nor the caller has agreed. */
async function findMissingClasses(ctx: CallContext, approval: ApprovalRow, hits: readonly SensitiveHit[]) {
  const agreed = findCoveredClasses(parseSteps(approval))
  const applicant = { ...ctx, requireSignedIn: () => ({ ...ctx.requireSignedIn(), accountId: approval.applicantId }) }
  const open = await findRequiredClasses(applicant, hits, agreed)
  const ids = new Set((await findRequiredClasses(ctx, hits, agreed)).map(({ id }) => id))
  return open.filter(({ id }) => ids.has(id))
}
