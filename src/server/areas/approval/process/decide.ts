import type { CallContext } from '#server/http/context.ts'
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
import { type Actor, actorOf, actsFor, mayAct, staffedFor } from './actors.ts'
import { beginStep, endApproval, endTask, lockApproval, noteApproval } from './applications.ts'
import { type ApprovalRow, askedClasses, stepsOf, valuesOf, wordSteps } from './rows.ts'
import { tellActors, tellAgreed, tellRefused, tellStep } from './tell.ts'

interface Answer {
  pass: boolean
  approveResult: string
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
    for (const id of ids) await decide(tx, actor, id, { pass: true, approveResult, large: large.get(id) })
    return null
  }
})

/** Works on the large texts of what an agreement would publish, before its transaction. */
async function largeOf(ctx: CallContext, taskId: number): Promise<LargeTexts | undefined> {
  const task = await ctx.db.selectFrom('approval_task').selectAll().where('id', '=', taskId).executeTakeFirst()
  const approval = task && (await approvalOf(ctx, task.approvalId))
  if (!approval || approval.step < stepsOf(approval).length - 1) return undefined
  return largeTextsIn(ctx, approval.classId, valuesOf(approval))
}

const approvalOf = (ctx: CallContext, id: number): Promise<ApprovalRow | undefined> =>
  ctx.db.selectFrom('approval').selectAll().where('id', '=', id).executeTakeFirst()

/**
 * Agrees or refuses. AppErrors: `not-found`, `forbidden` for whom it is not for, `conflict` when somebody was faster or it was
 * taken back, and what keeps the last agreement from publishing. Entries are locked before applications, everywhere.
 */
async function decide(
  ctx: CallContext,
  actor: Actor,
  taskId: number,
  { pass, approveResult, siteId, large }: Answer & { siteId?: number | undefined; large: LargeTexts | undefined },
): Promise<void> {
  const task = await ctx.db.selectFrom('approval_task').selectAll().where('id', '=', taskId).executeTakeFirst()
  const seen = task && (await approvalOf(ctx, task.approvalId))
  if (!task || !seen) throw goneRecord('审批任务不存在，请刷新', taskId)
  if (siteId && siteId !== task.siteId) throw new AppError('invalid', '审批任务不属于这个站点，请刷新后重试')
  const step = stepsOf(seen)[task.step]
  if (!mayAct(actor, step, await staffedFor(ctx, step ? [step] : [])))
    throw new AppError('forbidden', '这个审批任务不由您处理')
  const place = await entryOf(ctx, seen)
  const approval = await lockApproval(ctx.db, seen.id)
  if (!approval) throw goneRecord('审批任务不存在，请刷新', taskId)
  await requireOpen(ctx, approval, taskId)
  const { accountId, username } = ctx.signed()
  const account = await ctx.db.selectFrom('account').select('trueName').where('id', '=', accountId).executeTakeFirst()
  const forWhom = actsFor(actor, step)
  const name = account?.trueName || username
  const trueName = forWhom ? `${name}（代 ${forWhom}）` : name
  const finishTime = ctx.clock.now().getTime()
  const said = { pass: pass ? 1 : 0, result: approveResult, approverId: accountId, trueName } as const
  await endTask(ctx, taskId, { ...said, state: 1, finishTime })
  const remark = [task.title, ...(forWhom ? [`代 ${forWhom}`] : []), approveResult].filter(Boolean).join('：')
  await noteApproval(ctx, approval, pass ? 'agreed' : 'refused', remark)
  if (!pass) return refuse(ctx, approval, { trueName, approveResult }, place?.entry ?? null)
  if (approval.step < stepsOf(approval).length - 1) return nextStep(ctx, approval, trueName)
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

async function requireOpen(ctx: CallContext, approval: ApprovalRow, taskId: number): Promise<void> {
  const task = await ctx.db.selectFrom('approval_task').selectAll().where('id', '=', taskId).executeTakeFirst()
  if (task?.state === 1)
    throw new AppError('conflict', `${task.trueName} 已经${task.pass === 1 ? '同意' : '拒绝'}了这个申请，请刷新`)
  if (task?.state !== 0 || approval.state !== 'waiting' || approval.step !== task.step)
    throw new AppError('conflict', '这个申请已被撤回，请刷新')
}

async function nextStep(ctx: CallContext, approval: ApprovalRow, trueName: string): Promise<void> {
  const step = approval.step + 1
  await ctx.db.updateTable('approval').set({ step }).where('id', '=', approval.id).execute()
  const next = { ...approval, step }
  await beginStep(ctx, next)
  await tellActors(ctx, [next])
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
