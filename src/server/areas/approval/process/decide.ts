import type { CallContext } from '#server/http/context.ts'
import { engineOf } from '#server/db/dialect.ts'
import { Prepared } from '#server/http/routes.ts'
import {
  classesAskedFor,
  columnFor,
  type ContentColumn,
  type Entry,
  type LargeTexts,
  largeTextsIn,
  lockEntries,
  named,
  publishesAnew,
  sensitiveIn,
  withBodies,
  writeEntry,
} from '#server/areas/content/entry/index.ts'
import { holdUntilDate } from '#server/areas/content/schedule/index.ts'
import type { SensitiveHit } from '#shared/contract/content.ts'
import { AppError } from '#shared/errors/index.ts'
import { goneRecord } from '#server/http/missing.ts'
import { requireLivingSites } from '#server/http/siteAccess.ts'
import { type Actor, actorOf, actsFor, mayActNow } from './actors.ts'
import { beginStep, endApproval, endTask, lockApproval, noteApproval } from './applications.ts'
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
  const large = answer.pass ? await largeOf(ctx, taskId) : undefined
  return async (tx) => {
    await decide(tx, await actorOf(tx), taskId, { ...answer, siteId, large })
    return null
  }
})

/** Agrees to several tasks in the order of their numbers, all or none: each names itself where it can't be. */
export const agreeMany = new Prepared<'approval.agreeMany'>(async (ctx, { idList, approveResult }) => {
  const ids = [...new Set(idList)].toSorted((a, b) => a - b)
  const large = new Map<number, LargeTexts | undefined>()
  for (const id of ids) large.set(id, await largeOf(ctx, id))
  return async (tx) => {
    const actor = await actorOf(tx)
    for (const id of ids)
      await decide(tx, actor, id, { pass: true, approveResult, large: large.get(id), isOneOfMany: ids.length > 1 })
    return null
  }
})

/** Works on the large texts of what an agreement would publish, before its transaction. */
async function largeOf(ctx: CallContext, taskId: number): Promise<LargeTexts | undefined> {
  const [, approval] = await taskOf(ctx, taskId)
  if (!approval || !isLast(approval, approval.step)) return undefined
  return largeTextsIn(ctx, approval.classId, valuesOf(approval))
}

/** What is asked of a task; names that its application has, too, begin with `task`. */
type Task = Pick<TaskRow, 'id' | 'siteId' | 'step' | 'title' | 'state' | 'pass' | 'trueName'>

/** A task with its application. */
async function taskOf({ db }: CallContext, id: number): Promise<[Task?, ApprovalRow?]> {
  const row = await db
    .selectFrom('approval_task as task')
    .innerJoin('approval', 'approval.id', 'task.approvalId')
    .selectAll('approval')
    .select(['task.step as taskStep', 'task.title as taskTitle', 'task.state as taskState', 'task.siteId as taskSite'])
    .select(['task.pass', 'task.trueName'])
    .where('task.id', '=', id)
    .executeTakeFirst()
  if (!row) return []
  const { taskStep: step, taskTitle: title, taskState: state, taskSite: siteId, pass, trueName, ...approval } = row
  return [{ id, siteId, step, title, state, pass, trueName }, approval]
}

/** Is it the application's last step? It stays none when steps are added. */
const isLast = (approval: ApprovalRow, step: number): boolean => step >= stepsOf(approval).length - 1

/**
 * Agrees or refuses. AppErrors: `not-found`, `forbidden` for whom it is not for, `conflict` when somebody was faster or it was
 * taken back, and what keeps the last agreement from publishing. Entries are locked before applications, everywhere.
 */
async function decide(
  ctx: CallContext,
  actor: Actor,
  taskId: number,
  { pass, approveResult, siteId, large, isOneOfMany = false }: Deciding,
): Promise<void> {
  const [task, seen] = await taskOf(ctx, taskId)
  if (!task || !seen) throw goneRecord('审批任务不存在，请刷新', taskId)
  if (siteId && siteId !== task.siteId) throw new AppError('invalid', '审批任务不属于这个站点，请刷新后重试')
  const step = stepsOf(seen)[task.step]
  if (!(await mayActNow(ctx, actor, step))) throw new AppError('forbidden', '这个审批任务不由您处理')
  // An agreement before the last one changes nothing of the entry; one of many keeps to the order of the locks.
  const isOnTheWay = pass && !isOneOfMany && !isLast(seen, task.step)
  if (isOnTheWay) await requireLivingSites(ctx, [task.siteId])
  const place = isOnTheWay ? null : await entryOf(ctx, seen)
  const approval = await lockOpen(ctx, seen, task)
  const { accountId } = ctx.signed()
  const forWhom = actsFor(actor, step)
  const trueName = forWhom ? `${actor.name}（代 ${forWhom}）` : actor.name
  const finishTime = ctx.clock.now().getTime()
  const said = { pass: pass ? 1 : 0, result: approveResult, approverId: accountId, trueName } as const
  await endTask(ctx, task, approval, { ...said, state: 1, finishTime })
  const remark = [task.title, ...(forWhom ? [`代 ${forWhom}`] : []), approveResult].filter(Boolean).join('：')
  await noteApproval(ctx, approval, pass ? 'agreed' : 'refused', remark)
  if (!pass) return refuse(ctx, approval, { trueName, approveResult }, place?.entry ?? null)
  if (!isLast(approval, approval.step)) return nextStep(ctx, approval, trueName)
  if (!place)
    throw new AppError(
      'conflict',
      `${named({ id: approval.contentId, title: approval.title })}已被删除，不能发布，请拒绝这个申请`,
    )
  await publishAgreed(ctx, approval, place, { trueName, approveResult, large })
}

/** The entry with its column, locked; null when one of them is gone or in the recycle bin. */
async function entryOf(
  ctx: CallContext,
  { classId, contentId }: ApprovalRow,
): Promise<{ column: ContentColumn; entry: Entry } | null> {
  const row = await ctx.db
    .selectFrom('content')
    .innerJoin('site_column', 'site_column.id', 'content.classId')
    .select('content.id')
    .where('content.id', '=', contentId)
    .where('content.classId', '=', classId)
    .executeTakeFirst()
  if (!row) return null
  const column = await columnFor(ctx, classId)
  const rows = await lockEntries(ctx, column, [contentId])
  const [entry] = await withBodies(
    ctx.db,
    rows.filter(({ isRecycled }) => isRecycled === 0),
  )
  return entry ? { column, entry } : null
}

/** The application, locked, while the task waits: both as they are after others that worked on it have ended. */
async function lockOpen(ctx: CallContext, seen: ApprovalRow, before: Task): Promise<ApprovalRow> {
  // Nobody else writes in SQLite during the transaction: what it has read still holds.
  const isAlone = engineOf(ctx.db) === 'sqlite'
  const approval = isAlone ? seen : await lockApproval(ctx.db, seen.id)
  const task = isAlone
    ? before
    : await ctx.db.selectFrom('approval_task').selectAll().where('id', '=', before.id).executeTakeFirst()
  if (!approval || !task) throw goneRecord('审批任务不存在，请刷新', before.id)
  if (task.state === 1)
    throw new AppError('conflict', `${task.trueName} 已经${task.pass === 1 ? '同意' : '拒绝'}了这个申请，请刷新`)
  if (task.state !== 0 || approval.state !== 'waiting' || approval.step !== task.step)
    throw new AppError('conflict', '这个申请已被撤回，请刷新')
  return approval
}

async function nextStep(ctx: CallContext, approval: ApprovalRow, trueName: string): Promise<void> {
  const step = approval.step + 1
  await ctx.db.updateTable('approval').set({ step }).where('id', '=', approval.id).execute()
  const next = { ...approval, step }
  await beginStep(ctx, next)
  await tellStep(ctx, next, trueName)
}

/** A draft is marked as refused; what is public stays so, and the refused version stays with the application. */
async function refuse(
  ctx: CallContext,
  approval: ApprovalRow,
  said: { trueName: string; approveResult: string },
  entry: Entry | null,
): Promise<void> {
  await endApproval(ctx, approval, { state: 'refused', remark: said.approveResult })
  await tellRefused(ctx, approval, said)
  if (!entry) return
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
}

/**
 * Publishes what the last step has agreed to. A word may have come into a forbidding class since it was applied for: then the
 * application goes on with the people of that class.
 */
async function publishAgreed(
  ctx: CallContext,
  approval: ApprovalRow,
  { column, entry }: { column: ContentColumn; entry: Entry },
  { trueName, approveResult, large }: { trueName: string; approveResult: string; large: LargeTexts | undefined },
): Promise<void> {
  const steps = stepsOf(approval)
  const values = valuesOf(approval)
  const hits = publishesAnew(column, entry, values) ? await sensitiveIn(ctx.db, column, values, large) : []
  const asked = await stillAsked(ctx, approval, hits)
  if (asked.length > 0) {
    const more = JSON.stringify([...steps, ...wordSteps(asked)])
    await ctx.db.updateTable('approval').set({ steps: more }).where('id', '=', approval.id).execute()
    return nextStep(ctx, { ...approval, steps: more }, trueName)
  }
  await endApproval(ctx, approval, { state: 'agreed', remark: approveResult })
  const date = await holdUntilDate(ctx, approval.contentId, approval.id)
  await tellAgreed(ctx, approval, date)
  if (date !== null) return
  await writeEntry(ctx, column, entry, {
    values,
    // None of them is left to be asked for.
    agreedClasses: hits.flatMap(({ classId }) => classId ?? []),
    isStatus: true,
    reason: 'agree',
    // The text was written by the applicant, not by the approver.
    set: { updatedBy: approval.applicant },
    ...(large && { large }),
  })
}

/** Classes of words that neither a step nor the applicant, who is one of their people, nor the caller has agreed to. */
async function stillAsked(ctx: CallContext, approval: ApprovalRow, hits: readonly SensitiveHit[]) {
  const agreed = askedClasses(stepsOf(approval))
  const applicant = { ...ctx, signed: () => ({ ...ctx.signed(), accountId: approval.applicantId }) }
  const open = await classesAskedFor(applicant, hits, agreed)
  const ids = new Set((await classesAskedFor(ctx, hits, agreed)).map(({ id }) => id))
  return open.filter(({ id }) => ids.has(id))
}
