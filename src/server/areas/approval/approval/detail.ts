import type { CallContext } from '#server/http/context.ts'
import type { Handler } from '#server/http/routes.ts'
import { missingRecord } from '#server/http/missingRecords.ts'
import {
  isAllowed,
  toContentColumn,
  recordEvents,
  type Values,
  readWithBodies,
} from '#server/areas/content/entry/index.ts'
import { findColumn } from '#server/areas/column/column/index.ts'
import type { ApprovalDetail } from '#shared/contract/approval.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { readActor, hasNoAssignee, mayAct, type WithAssignees, findActiveAssignees } from './actors.ts'
import { createApprovalEvent } from './applications.ts'
import { parseSteps, type TaskRow, parseValues } from './rows.ts'
import { formatOptionalTime, type TitledApproval, presentApplication, readWithTitles } from './list.ts'

/**
 * Data of the approval dialog, for people who may decide one of its steps, for the applicant, and for readers of the
 * column.
 */
export const readDetail: Handler<'approval.detail'> = async (ctx, { taskId, instanceId }) => {
  const task = taskId
    ? await ctx.db.selectFrom('approval_task').selectAll().where('id', '=', taskId).executeTakeFirst()
    : undefined
  const id = task?.approvalId ?? instanceId ?? 0
  const approval = (await readWithTitles(ctx, [id])).get(id)
  if (!approval) throw missingRecord('审批任务不存在，可能已被删除，请刷新', taskId ?? id)
  const actor = await readActor(ctx)
  const steps = parseSteps(approval)
  const activeAssignees = await findActiveAssignees(ctx, steps)
  const column = await findColumn(ctx.db, approval.classId)
  const canRead = column ? isAllowed(ctx, toContentColumn(column), 'read') : false
  const isOwn = approval.applicantId === ctx.requireSignedIn().accountId
  if (!isOwn && !canRead && !steps.some((step) => mayAct(actor, step, activeAssignees)))
    throw new AppError('forbidden', '没有查看该审批任务的权限')
  const tasks = await ctx.db
    .selectFrom('approval_task')
    .selectAll()
    .where('approvalId', '=', approval.id)
    .orderBy('id')
    .execute()
  const isOpen = task?.state === 0 && mayAct(actor, steps[task.step], activeAssignees)
  if (isOpen) await recordFirstView(ctx, approval, task)
  return {
    ...presentApplication(approval),
    taskId: task?.id ?? 0,
    approveType: isOpen ? 1 : 2,
    steps: await presentSteps(ctx, approval, tasks, activeAssignees),
    ...(await compareValues(ctx, approval, column)),
    wasPublic: approval.wasPublic === 1,
    mayWithdraw:
      approval.state === 'waiting' &&
      approval.revocability === 1 &&
      (isOwn || (column !== undefined && isAllowed(ctx, toContentColumn(column), 'edit'))),
  }
}

/** Records once on the entry's timeline that a person who may decide the task has opened it. */
async function recordFirstView(ctx: CallContext, approval: TitledApproval, task: TaskRow): Promise<void> {
  const before = await ctx.db
    .selectFrom('content_event')
    .select('id')
    .where('contentId', '=', approval.contentId)
    .where('kind', '=', 'seen')
    .where('authorId', '=', ctx.requireSignedIn().accountId)
    .where('refId', '=', approval.id)
    .executeTakeFirst()
  if (!before) await recordEvents(ctx, [createApprovalEvent(approval, 'seen', task.title)])
}

async function presentSteps(
  ctx: CallContext,
  approval: TitledApproval,
  tasks: readonly TaskRow[],
  activeAssignees: WithAssignees,
): Promise<ApprovalDetail['steps']> {
  const steps = parseSteps(approval)
  const ids = steps.flatMap(({ roleIds }) => roleIds)
  const roles = await ctx.db
    .selectFrom('role')
    .select(['id', 'title'])
    .where('id', 'in', [...ids, -1])
    .execute()
  const titles = new Map(roles.map(({ id, title }) => [id, title]))
  const accountIds = steps.flatMap((step) => step.accountIds ?? [])
  const people = await ctx.db
    .selectFrom('account')
    .select(['id', 'trueName', 'username'])
    .where('id', 'in', [...accountIds, -1])
    .execute()
  const names = new Map(people.map(({ id, trueName, username }) => [id, trueName || username]))
  return steps.map((step, at) => {
    const { title, roleIds, accountIds: persons = [] } = step
    const task = tasks.findLast(({ step }) => step === at)
    return {
      title,
      roles: [
        ...roleIds.map((id) => titles.get(id) ?? '已删除的用户组'),
        ...persons.map((id) => names.get(id) ?? '已删除的账号'),
      ],
      state: stepStateOf(task),
      trueName: task?.trueName ?? '',
      result: task?.result ?? '',
      dueDate: formatOptionalTime(task?.dueTime ?? 0),
      finishDate: formatOptionalTime(task?.state === 1 ? task.finishTime : 0),
      nobody: hasNoAssignee(step, activeAssignees),
    }
  })
}

function stepStateOf(task: TaskRow | undefined): ApprovalDetail['steps'][number]['state'] {
  if (!task) return 'coming'
  if (task.state === 0) return 'waiting'
  if (task.state === 2) return 'withdrawn'
  return task.pass === 1 ? 'agreed' : 'refused'
}

/** The entry's previous application, whatever its outcome; null when there is none. */
async function findPrevious(
  ctx: CallContext,
  { id, contentId, classId }: TitledApproval,
): Promise<TitledApproval | null> {
  const row = await ctx.db
    .selectFrom('approval')
    .select('id')
    .where('contentId', '=', contentId)
    .where('classId', '=', classId)
    .where('id', '<', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? ((await readWithTitles(ctx, [row.id])).get(row.id) ?? null) : null
}

/** Compares the public values with the submitted ones, by the column's fields; removed fields come last. */
async function compareValues(
  ctx: CallContext,
  approval: TitledApproval,
  column: Awaited<ReturnType<typeof findColumn>>,
): Promise<Pick<ApprovalDetail, 'entry' | 'fields' | 'previous'>> {
  const after = parseValues(approval)
  const row = await ctx.db
    .selectFrom('content')
    .selectAll()
    .where('id', '=', approval.contentId)
    .where('classId', '=', approval.classId)
    .executeTakeFirst()
  const [found] = row ? await readWithBodies(ctx.db, [row]) : []
  const isPublic = found?.row.isStatus === 1 && found.row.isRecycled === 0
  const before: Values = isPublic ? found.values : {}
  const last = await findPrevious(ctx, approval)
  const previous: Values = last ? parseValues(last) : {}
  const fields = column ? toContentColumn(column).fields : []
  const known = new Set(fields.map(({ fieldName }) => fieldName))
  const removedFields = Object.keys(after).filter((name) => !known.has(name) && after[name] !== '')
  return {
    previous: last && {
      instanceId: last.id,
      createDate: formatDateTime(last.createTime),
      applicant: last.applicantName || last.applicant,
      state: last.state,
    },
    entry: !found ? 'gone' : found.row.isRecycled === 1 ? 'recycled' : isPublic ? 'public' : 'draft',
    fields: [
      ...fields.map(({ fieldName, fieldAlias, fieldType, relationMark, defaultValue }) => ({
        fieldName,
        fieldAlias,
        fieldType,
        relationMark,
        defaultValue,
      })),
      ...removedFields.map((fieldName) => ({
        fieldName,
        fieldAlias: fieldName,
        fieldType: 'MultiLine' as const,
        relationMark: '',
        defaultValue: '',
      })),
    ].map((field) => ({
      ...field,
      before: before[field.fieldName] ?? '',
      previous: previous[field.fieldName] ?? '',
      after: after[field.fieldName] ?? '',
    })),
  }
}
