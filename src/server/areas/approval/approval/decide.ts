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
  /** Others are decided in the same transaction. */
  isOneOfMany?: boolean
}

/** Carries one task out (call 99). */
export const approve = new Prepared<'approval.approve'>(async (ctx, { taskId, siteId, ...answer }) => {
  const seen = await taskOf(ctx, taskId)
  const large = answer.pass ? await largeOf(ctx, seen) : undefined
  return async (tx) => {
    await decide(tx, await actorOf(tx), seen, { ...answer, siteId, large })
    return null
  }
})

/** Agrees to several tasks in the order of their numbers, all or none: each names itself where it can't be. */
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

/** Works on the large texts of what an agreement would publish, before its transaction. */
async function largeOf(ctx: CallContext, { approval }: Seen): Promise<LargeTexts | undefined> {
  if (!isLast(approval, approval.step)) return undefined
  return largeTextsIn(ctx, approval.classId, valuesOf(approval))
}

/** What is asked of a task; names that its application has, too, begin with `task`. */
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
  if (!row) throw goneRecord('审批任务不存在，请刷新', id)
  const { taskStep: step, taskTitle: title, taskState: state, taskSite: siteId, pass, trueName, ...approval } = row
  return { task: { id, siteId, step, title, state, pass, trueName }, approval }
}

/** Is it the application's last step? It stays none when steps are added. */
const isLast = (approval: ApprovalRow, step: number): boolean => step >= stepsOf(approval).length - 1

/**
 * Agrees or refuses. AppErrors: `not-found`, `forbidden` for whom it is not for, `conflict` when somebody was faster or it was
 * taken back, and what keeps the last agreement from publishing. Entries are locked before applications, everywhere.
 * @param before as it was seen before the transaction, or in it; what is written holds only if it still is so
 */
async function decide(ctx: CallContext, actor: Actor, before: Seen, answer: Deciding): Promise<void> {
  if (await decideOn(ctx, actor, before, answer)) return
  const now = await taskOf(ctx, before.task.id)
  requireOpen(now)
  await requireLivingSites(ctx, [now.task.siteId])
  // Its steps have other people, or more steps, by now.
  if (!(await decideOn(ctx, actor, now, answer))) throw new AppError('conflict', '这个申请刚刚有变化，请刷新后重试')
}

/** The answer of who may give it; false: the application is not any more as it was seen, and nothing was written. */
async function decideOn(
  ctx: CallContext,
  actor: Actor,
  seen: Seen,
  { pass, approveResult, siteId, large, isOneOfMany = false }: Deciding,
): Promise<boolean> {
  const { task, approval } = seen
  if (siteId && siteId !== task.siteId) throw new AppError('invalid', '审批任务不属于这个站点，请刷新后重试')
  const step = stepsOf(approval)[task.step]
  if (!(await mayActNow(ctx, actor, step))) throw new AppError('forbidden', '这个审批任务不由您处理')
  requireOpen(seen)
  const forWhom = actsFor(actor, step)
  const trueName = forWhom ? `${actor.name}（代 ${forWhom}）` : actor.name
  const remark = [task.title, ...(forWhom ? [`代 ${forWhom}`] : []), approveResult].filter(Boolean).join('：')
  const event = approvalEvent(approval, pass ? 'agreed' : 'refused', remark)
  const given: Given = { ...seen, pass, approveResult, trueName, event }
  const isOnTheWay = pass && !isLast(approval, task.step)
  // An agreement before the last one changes nothing of the entry; one of many keeps to the order of the locks.
  const place = isOnTheWay && !isOneOfMany ? null : await entryOf(ctx, approval)
  if (isOnTheWay) return nextStep(ctx, given)
  if (!pass) return refuse(ctx, given, place?.entry ?? null)
  if (place) return publishAgreed(ctx, given, place, large)
  throw new AppError(
    'conflict',
    `${named({ id: approval.contentId, title: approval.title })}已被删除，不能发布，请拒绝这个申请`,
  )
}

/** An answer to a task, and who gave it. */
interface Given extends Seen, Answer {
  trueName: string
  event: EntryEvent
}

/** The entry with its column, locked; null when one of them is gone or in the recycle bin. */
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

/** AppErrors `conflict` for a task that waits no more. */
function requireOpen({ task, approval }: Seen): void {
  if (task.state === 1)
    throw new AppError('conflict', `${task.trueName} 已经${task.pass === 1 ? '同意' : '拒绝'}了这个申请，请刷新`)
  if (task.state !== 0 || approval.state !== 'waiting' || approval.step !== task.step)
    throw new AppError('conflict', '这个申请已被撤回，请刷新')
}

/** The task is carried out by the answer. */
async function endAnswered(ctx: CallContext, { task, approval, pass, approveResult, trueName }: Given): Promise<void> {
  const [approverId, finishTime] = [ctx.signed().accountId, ctx.clock.now().getTime()]
  const said = { pass: pass ? 1 : 0, result: approveResult, approverId, trueName, finishTime } as const
  await endTask(ctx, task, approval, { ...said, state: 1 })
}

/** @param steps with what is asked for more; absent: as they are */
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

/** A draft is marked as refused; what is public stays so, and the refused version stays with the application. */
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
 * Publishes what the last step has agreed to. A word may have come into a forbidding class since it was applied for: then the
 * application goes on with the people of that class.
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
    // None of them is left to be asked for.
    agreedClasses: hits.flatMap(({ classId }) => classId ?? []),
    isStatus: true,
    reason: 'agree',
    // The text was written by the applicant, not by the approver. It waits no more.
    set: { updatedBy: approval.applicant, approveInstanceId: '' },
    ...(large && { large }),
  })
  return true
}

/** Classes of words that neither a step nor the applicant, who is one of their people, nor the caller has agreed to. */
async function stillAsked(ctx: CallContext, approval: ApprovalRow, hits: readonly SensitiveHit[]) {
  const agreed = askedClasses(stepsOf(approval))
  const applicant = { ...ctx, signed: () => ({ ...ctx.signed(), accountId: approval.applicantId }) }
  const open = await classesAskedFor(applicant, hits, agreed)
  const ids = new Set((await classesAskedFor(ctx, hits, agreed)).map(({ id }) => id))
  return open.filter(({ id }) => ids.has(id))
}
