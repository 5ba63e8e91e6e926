import type { CallContext } from '#server/http/context.ts'
import { Prepared } from '#server/http/routes.ts'
import {
  classesAskedFor,
  type ContentColumn,
  type Entry,
  type EntryEvent,
  findContentColumn,
  type LargeTexts,
  largeTextsIn,
  lockThere,
  named,
  noteEvents,
  publishesAnew,
  sensitiveIn,
  withBodies,
  writeEntry,
} from '#server/areas/content/entry/index.ts'
import { plannedDateOf } from '#server/areas/content/contentSchedule/index.ts'
import type { SensitiveHit } from '#shared/contract/content.ts'
import { AppError } from '#shared/errors/index.ts'
import { goneRecord } from '#server/http/missing.ts'
import { requireLivingSites } from '#server/siteAccess.ts'
import { type Actor, actorOf, actsFor, mayActNow } from './actors.ts'
import { approvalEvent, beginStep, changeSeen, endedAs, endTask, releaseEntry } from './applications.ts'
import { type ApprovalRow, askedClasses, stepsOf, type TaskRow, valuesOf, wordSteps } from './rows.ts'
import { tellAgreed, tellRefused, tellStep } from './tell.ts'

interface Answer {
  pass: boolean
  approveResult: string
}

interface Deciding extends Answer {
  siteId?: number | undefined
  large: LargeTexts | undefined
  /** Other tasks are decided in the same transaction. */
  isOneOfMany?: boolean
}

/** Decides one task (call 99). */
export const approve = new Prepared<'approval.approve'>(async (ctx, { taskId, siteId, ...answer }) => {
  const seen = await taskOf(ctx, taskId)
  const large = answer.pass ? await largeOf(ctx, seen) : undefined
  return async (tx) => {
    await decide(tx, await actorOf(tx), seen, { ...answer, siteId, large })
    return null
  }
})

/** Agrees to several tasks in ascending order of ids, all or none. Error messages name the task. */
export const agreeMany = new Prepared<'approval.agreeMany'>(async (ctx, { idList, approveResult }) => {
  const ids = [...new Set(idList)].toSorted((a, b) => a - b)
  const large = new Map<number, LargeTexts | undefined>()
  for (const id of ids) large.set(id, await largeOf(ctx, await taskOf(ctx, id)))
  return async (tx) => {
    const actor = await actorOf(tx)
    const isOneOfMany = ids.length > 1
    for (const id of ids)
      await decide(tx, actor, await taskOf(tx, id), { pass: true, approveResult, large: large.get(id), isOneOfMany })
    return null
  }
})

/** Processes the large texts that an agreement would publish, before its transaction. */
async function largeOf(ctx: CallContext, { approval }: Seen): Promise<LargeTexts | undefined> {
  if (!isLast(approval, approval.step)) return undefined
  return largeTextsIn(ctx, approval.classId, valuesOf(approval))
}

/** Columns of a task; the query prefixes those that also exist in `approval` with `task`. */
type Task = Pick<TaskRow, 'id' | 'siteId' | 'step' | 'title' | 'state' | 'pass' | 'trueName'>

/** A task with its application. */
interface Seen {
  task: Task
  approval: ApprovalRow
}

/** AppError `not-found`. */
async function taskOf({ db }: CallContext, id: number): Promise<Seen> {
  const row = await db
    .selectFrom('approval_task as task')
    .innerJoin('approval', 'approval.id', 'task.approvalId')
    .selectAll('approval')
    .select(['task.step as taskStep', 'task.title as taskTitle', 'task.state as taskState', 'task.siteId as taskSite'])
    .select(['task.pass', 'task.trueName'])
    .where('task.id', '=', id)
    .executeTakeFirst()
  if (!row) throw goneRecord('审批任务不存在，可能已被删除，请刷新', id)
  const { taskStep: step, taskTitle: title, taskState: state, taskSite: siteId, pass, trueName, ...approval } = row
  return { task: { id, siteId, step, title, state, pass, trueName }, approval }
}

/** Is the step the application's last one? Added steps move the end. */
const isLast = (approval: ApprovalRow, step: number): boolean => step >= stepsOf(approval).length - 1

/**
 * Decides a task. AppErrors: `not-found`; `forbidden` unless the caller may decide it; `conflict` when somebody else
 * was faster or it was withdrawn; and what prevents the last agreement from publishing. Entries are always locked
 * before applications.
 * @param before the task as read earlier; the decision is only written if it is unchanged
 */
async function decide(ctx: CallContext, actor: Actor, before: Seen, answer: Deciding): Promise<void> {
  if (await decideOn(ctx, actor, before, answer)) return
  const now = await taskOf(ctx, before.task.id)
  requireOpen(now)
  await requireLivingSites(ctx, [now.task.siteId])
  // The steps got other people or more steps meanwhile.
  if (!(await decideOn(ctx, actor, now, answer))) throw new AppError('conflict', '申请内容刚刚发生变化，请刷新后重试')
}

/** Writes the decision of a permitted caller; returns false without writing when the application has changed. */
async function decideOn(
  ctx: CallContext,
  actor: Actor,
  seen: Seen,
  { pass, approveResult, siteId, large, isOneOfMany = false }: Deciding,
): Promise<boolean> {
  const { task, approval } = seen
  if (siteId && siteId !== task.siteId) throw new AppError('invalid', '审批任务不属于当前站点，请刷新后重试')
  const step = stepsOf(approval)[task.step]
  if (!(await mayActNow(ctx, actor, step))) throw new AppError('forbidden', '当前账号不是该任务的审批人')
  requireOpen(seen)
  const forWhom = actsFor(actor, step)
  const trueName = forWhom ? `${actor.name}（代 ${forWhom}）` : actor.name
  const remark = [task.title, ...(forWhom ? [`代 ${forWhom}`] : []), approveResult].filter(Boolean).join('：')
  const event = approvalEvent(approval, pass ? 'agreed' : 'refused', remark)
  const given: Given = { ...seen, pass, approveResult, trueName, event }
  const isOnTheWay = pass && !isLast(approval, task.step)
  // Only the last agreement, or a refusal, changes the entry. Decisions about several tasks lock it anyway, to keep
  // the order of locks.
  const place = isOnTheWay && !isOneOfMany ? null : await entryOf(ctx, approval)
  if (isOnTheWay) return nextStep(ctx, given)
  if (!pass) return refuse(ctx, given, place?.entry ?? null)
  if (place) return publishAgreed(ctx, given, place, large)
  throw new AppError(
    'conflict',
    `${named({ id: approval.contentId, title: approval.title })}已被删除，无法发布，请拒绝该申请`,
  )
}

/** A decision, and who made it. */
interface Given extends Seen, Answer {
  trueName: string
  event: EntryEvent
}

/** The entry with its column, locked; null when one of them is deleted or recycled. */
async function entryOf(
  ctx: CallContext,
  { classId, contentId }: ApprovalRow,
): Promise<{ column: ContentColumn; entry: Entry } | null> {
  const column = await findContentColumn(ctx, classId)
  if (!column) return null
  const rows = await lockThere(ctx, column, [contentId])
  const [entry] = await withBodies(
    ctx.db,
    rows.filter(({ isRecycled }) => isRecycled === 0),
  )
  return entry ? { column, entry } : null
}

/** AppErrors `conflict` for a task that is no longer open. */
function requireOpen({ task, approval }: Seen): void {
  if (task.state === 1)
    throw new AppError('conflict', `${task.trueName} 已${task.pass === 1 ? '同意' : '拒绝'}该申请，请刷新`)
  if (task.state !== 0 || approval.state !== 'waiting' || approval.step !== task.step)
    throw new AppError('conflict', '申请已被撤回，请刷新')
}

/** Ends the task with the decision. */
async function endAnswered(ctx: CallContext, { task, approval, pass, approveResult, trueName }: Given): Promise<void> {
  const [approverId, finishTime] = [ctx.signed().accountId, ctx.clock.now().getTime()]
  const said = { pass: pass ? 1 : 0, result: approveResult, approverId, trueName, finishTime } as const
  await endTask(ctx, task, approval, { ...said, state: 1 })
}

/** @param steps with added steps; absent when unchanged */
async function nextStep(ctx: CallContext, given: Given, steps?: string): Promise<boolean> {
  const { approval, trueName, event } = given
  const set = { step: approval.step + 1, ...(steps !== undefined && { steps }) }
  if (!(await changeSeen(ctx, approval, set, { inLivingSite: true }))) return false
  await endAnswered(ctx, given)
  await noteEvents(ctx, [event])
  const next = { ...approval, ...set }
  await beginStep(ctx, next)
  await tellStep(ctx, next, trueName)
  return true
}

/** Marks a draft as refused. A public entry stays unchanged; the refused version stays in the application. */
async function refuse(ctx: CallContext, given: Given, entry: Entry | null): Promise<boolean> {
  const { approval, approveResult, trueName, event } = given
  const said = { trueName, approveResult }
  if (!(await changeSeen(ctx, approval, endedAs(ctx, 'refused', approveResult)))) return false
  await endAnswered(ctx, given)
  await noteEvents(ctx, [event])
  await releaseEntry(ctx, approval)
  await tellRefused(ctx, approval, said)
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
  given: Given,
  { column, entry }: { column: ContentColumn; entry: Entry },
  large: LargeTexts | undefined,
): Promise<boolean> {
  const { approval, approveResult, event } = given
  const values = valuesOf(approval)
  const hits = publishesAnew(column, entry, values) ? await sensitiveIn(ctx.db, column, values, large) : []
  const asked = await stillAsked(ctx, approval, hits)
  if (asked.length > 0) return nextStep(ctx, given, JSON.stringify([...stepsOf(approval), ...wordSteps(asked)]))
  if (!(await changeSeen(ctx, approval, endedAs(ctx, 'agreed', approveResult)))) return false
  await endAnswered(ctx, given)
  const date = await plannedDateOf(ctx, approval.contentId, approval.id)
  await tellAgreed(ctx, approval, date)
  if (date !== null) {
    await noteEvents(ctx, [event])
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
async function stillAsked(ctx: CallContext, approval: ApprovalRow, hits: readonly SensitiveHit[]) {
  const agreed = askedClasses(stepsOf(approval))
  const applicant = { ...ctx, signed: () => ({ ...ctx.signed(), accountId: approval.applicantId }) }
  const open = await classesAskedFor(applicant, hits, agreed)
  const ids = new Set((await classesAskedFor(ctx, hits, agreed)).map(({ id }) => id))
  return open.filter(({ id }) => ids.has(id))
}
