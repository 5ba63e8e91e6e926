import { readTrueName } from '#server/areas/people/account/index.ts'
import { findRoleAccounts, type NewNotice, notifyEach, type NoticeRequest } from '#server/areas/people/notice/index.ts'
import type { CallContext } from '#server/http/context.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { selectApprovers } from './actors.ts'
import { type ApprovalRow, type Step, parseSteps } from './rows.ts'

/** Names an entry in a notice's title. */
export const describeEntry = ({ title, contentId }: Pick<ApprovalRow, 'title' | 'contentId'>): string =>
  title === '' ? `编号为 ${contentId} 的内容` : `“${title}”`

/** Notifies the people who may decide the current step; several applications of one workflow share a notice. */
export async function notifyActors(ctx: CallContext, approvals: readonly ApprovalRow[]): Promise<void> {
  await notifyEach(ctx, await createActorNotices(ctx, approvals))
}

async function createActorNotices(ctx: CallContext, approvals: readonly ApprovalRow[]): Promise<NoticeRequest[]> {
  const [first] = approvals
  const step = first && parseSteps(first)[first.step]
  if (!step) return []
  const people = await findAssignees(ctx, step)
  const applicant = await readTrueName(ctx, { accountId: first.applicantId, username: first.applicant })
  const { accountId } = ctx.requireSignedIn()
  const what = approvals.length === 1 ? describeEntry(first) : `${approvals.length} 篇内容`
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
export async function findAssignees(
  { db, clock }: CallContext,
  { roleIds, accountIds = [] }: Step,
): Promise<Set<number>> {
  const named = [...(await findRoleAccounts(db, roleIds, clock.now())), ...accountIds, -1]
  const able = await selectApprovers(db).select('account.id').where('account.id', 'in', named).execute()
  return new Set(able.map(({ id }) => id))
}

type NoticeText = Pick<NewNotice, 'kind' | 'title' | 'body'>

/** Notice for the applicant, unless the applicant is the caller. */
function createApplicantNotice(
  ctx: CallContext,
  { applicantId, siteId, classId, contentId }: ApprovalRow,
  words: NoticeText,
): NoticeRequest[] {
  if (applicantId === ctx.requireSignedIn().accountId) return []
  return [{ accountIds: [applicantId], notice: { ...words, place: 'entry', siteId, classId, contentId } }]
}

const notifyApplicant = (ctx: CallContext, approval: ApprovalRow, words: NoticeText): Promise<void> =>
  notifyEach(ctx, createApplicantNotice(ctx, approval, words))

/** Notifies the people who may decide the next step, and the applicant. @param approval already at the next step */
export async function notifyNextStep(ctx: CallContext, approval: ApprovalRow, trueName: string): Promise<void> {
  const passed = createApplicantNotice(ctx, approval, {
    kind: 'step',
    title: `${describeEntry(approval)}通过了一个审批节点`,
    body: `${trueName} 已同意，等待节点“${parseSteps(approval)[approval.step]?.title ?? ''}”`,
  })
  await notifyEach(ctx, [...(await createActorNotices(ctx, [approval])), ...passed])
}

/** @param date when the entry will be published; null: already published */
export const notifyAgreed = (ctx: CallContext, approval: ApprovalRow, date: number | null): Promise<void> =>
  notifyApplicant(ctx, approval, {
    kind: 'agreed',
    title: `${describeEntry(approval)}已通过审批`,
    body: date === null ? '内容已发布。' : `内容将在 ${formatDateTime(date)} 发布。`,
  })

export const notifyRefused = (
  ctx: CallContext,
  approval: ApprovalRow,
  { trueName, approveResult }: { trueName: string; approveResult: string },
): Promise<void> =>
  notifyApplicant(ctx, approval, {
    kind: 'refused',
    title: `${describeEntry(approval)}未通过审批`,
    body: approveResult === '' ? `${trueName} 已拒绝该申请。` : `${trueName}：${approveResult}`,
  })

export async function notifyWithdrawn(ctx: CallContext, approval: ApprovalRow, remark: string): Promise<void> {
  const by = await readTrueName(ctx, ctx.requireSignedIn())
  await notifyApplicant(ctx, approval, {
    kind: 'withdrawn',
    title: `${describeEntry(approval)}的审批申请被撤回`,
    body: remark === '' ? `由 ${by} 撤回。` : `由 ${by} 撤回：${remark}`,
  })
}
