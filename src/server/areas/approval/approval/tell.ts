import { trueNameOf } from '#server/areas/people/account/index.ts'
import { accountsOfRoles, type NewNotice, notifyEach, type Told } from '#server/areas/people/notice/index.ts'
import type { CallContext } from '#server/http/context.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { whoCanApprove } from './actors.ts'
import { type ApprovalRow, type Step, stepsOf } from './rows.ts'

/** Names an entry in a notice's title. */
export const titled = ({ title, contentId }: Pick<ApprovalRow, 'title' | 'contentId'>): string =>
  title === '' ? `编号为 ${contentId} 的内容` : `“${title}”`

/** Notifies the people who may decide the current step; several applications of one workflow share a notice. */
export async function tellActors(ctx: CallContext, approvals: readonly ApprovalRow[]): Promise<void> {
  await notifyEach(ctx, await forActors(ctx, approvals))
}

async function forActors(ctx: CallContext, approvals: readonly ApprovalRow[]): Promise<Told[]> {
  const [first] = approvals
  const step = first && stepsOf(first)[first.step]
  if (!step) return []
  const people = await peopleOf(ctx, step)
  const applicant = await trueNameOf(ctx, { accountId: first.applicantId, username: first.applicant })
  const { accountId } = ctx.signed()
  const what = approvals.length === 1 ? titled(first) : `${approvals.length} 篇内容`
  const notice = {
    kind: 'task',
    title: `${what}等待审批`,
    body: `${applicant} 提交，流程“${first.workflowTitle}”，节点“${step.title}”`,
    place: 'tasks',
    siteId: first.siteId,
  } as const
  return [{ accountIds: [...people].filter((id) => id !== accountId), notice }]
}

/** The people who can decide a step: members of its roles, and the accounts it names. */
export async function peopleOf({ db, clock }: CallContext, { roleIds, accountIds = [] }: Step): Promise<Set<number>> {
  const named = [...(await accountsOfRoles(db, roleIds, clock.now())), ...accountIds, -1]
  const able = await whoCanApprove(db).select('account.id').where('account.id', 'in', named).execute()
  return new Set(able.map(({ id }) => id))
}

type Words = Pick<NewNotice, 'kind' | 'title' | 'body'>

/** Notice for the applicant, unless the applicant is the caller. */
function forApplicant(
  ctx: CallContext,
  { applicantId, siteId, classId, contentId }: ApprovalRow,
  words: Words,
): Told[] {
  if (applicantId === ctx.signed().accountId) return []
  return [{ accountIds: [applicantId], notice: { ...words, place: 'entry', siteId, classId, contentId } }]
}

const tellApplicant = (ctx: CallContext, approval: ApprovalRow, words: Words): Promise<void> =>
  notifyEach(ctx, forApplicant(ctx, approval, words))

/** Notifies the people who may decide the next step, and the applicant. @param approval already at the next step */
export async function tellStep(ctx: CallContext, approval: ApprovalRow, trueName: string): Promise<void> {
  const passed = forApplicant(ctx, approval, {
    kind: 'step',
    title: `${titled(approval)}通过了一个审批节点`,
    body: `${trueName} 已同意，等待节点“${stepsOf(approval)[approval.step]?.title ?? ''}”`,
  })
  await notifyEach(ctx, [...(await forActors(ctx, [approval])), ...passed])
}

/** @param date when the entry will be published; null: already published */
export const tellAgreed = (ctx: CallContext, approval: ApprovalRow, date: number | null): Promise<void> =>
  tellApplicant(ctx, approval, {
    kind: 'agreed',
    title: `${titled(approval)}已通过审批`,
    body: date === null ? '内容已发布。' : `内容将在 ${formatDateTime(date)} 发布。`,
  })

export const tellRefused = (
  ctx: CallContext,
  approval: ApprovalRow,
  { trueName, approveResult }: { trueName: string; approveResult: string },
): Promise<void> =>
  tellApplicant(ctx, approval, {
    kind: 'refused',
    title: `${titled(approval)}未通过审批`,
    body: approveResult === '' ? `${trueName} 已拒绝该申请。` : `${trueName}：${approveResult}`,
  })

export async function tellWithdrawn(ctx: CallContext, approval: ApprovalRow, remark: string): Promise<void> {
  const by = await trueNameOf(ctx, ctx.signed())
  await tellApplicant(ctx, approval, {
    kind: 'withdrawn',
    title: `${titled(approval)}的审批申请被撤回`,
    body: remark === '' ? `由 ${by} 撤回。` : `由 ${by} 撤回：${remark}`,
  })
}
