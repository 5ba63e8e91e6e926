import { readTrueName } from '#server/areas/people/account/index.ts'
import type { CallContext } from '#server/http/context.ts'
import { type NewNotice, notify } from '#server/areas/people/notice/index.ts'
import { type Handler, Reply } from '#server/http/routes.ts'
import { AppError } from '#shared/errors/index.ts'
import {
  approvals,
  requireContentColumn,
  type ContentColumn,
  type Entry,
  lockActive,
  findMissingFields,
  moveEntry,
  describeEntry,
  requireAction,
  readWithBodies,
  writeEntry,
} from './index.ts'

/** Requires the publish permission, because rejecting unpublishes the entry. */
export const rejectEntry: Handler<'content.reject'> = async (ctx, { classId, id, reason }) => {
  const column = await requireContentColumn(ctx, classId)
  const entry = await lockEntry(ctx, column, id)
  const approveResult = JSON.stringify({
    trueName: await readTrueName(ctx, ctx.requireSignedIn()),
    approveResult: reason,
  })
  const { values } = entry
  await approvals.get().withdraw(ctx, [entry.row], { remark: '内容被驳回', always: true })
  await writeEntry(ctx, column, entry, {
    values,
    isStatus: false,
    reason: 'reject',
    set: { pass: 0, approveResult },
    note: { detail: reason },
  })
  await notifyAuthor(ctx, column, entry, { kind: 'rejected', title: `${describeEntry(entry.row)}被驳回`, body: reason })
  return null
}

/** Notifies the author, unless the caller is the author. */
async function notifyAuthor(
  ctx: CallContext,
  { id: classId, siteId }: ContentColumn,
  { row }: Entry,
  notice: Pick<NewNotice, 'kind' | 'title' | 'body'>,
): Promise<void> {
  if (row.createById !== ctx.requireSignedIn().accountId)
    await notify(ctx, [row.createById], { ...notice, place: 'entry', siteId, classId, contentId: row.id })
}

/**
 * The forwarded entry becomes a draft, because the target column may require other fields. Needs permissions on both
 * columns.
 */
export const forwardEntry: Handler<'content.forward'> = async (ctx, { classId, id, toMenuId }) => {
  const from = await requireContentColumn(ctx, toMenuId === undefined ? await findColumnId(ctx, id) : classId)
  requireAction(ctx, from, 'edit')
  const to = await requireContentColumn(ctx, toMenuId ?? classId)
  requireAction(ctx, to, 'add')
  requireForwardable(from, to)
  const entry = await lockEntry(ctx, from, id)
  if (entry.row.isStatus === 1) requireAction(ctx, from, 'publish')
  await moveEntry(ctx, from, to, entry)
  const body = `从栏目“${from.title}”转到栏目“${to.title}”，已存为草稿。`
  await notifyAuthor(ctx, to, entry, { kind: 'forwarded', title: `${describeEntry(entry.row)}被转发`, body })
  const missingFields = findMissingFields(from, to, entry.values).map(
    ({ fieldAlias, fieldName }) => `“${fieldAlias || fieldName}”`,
  )
  return missingFields.length === 0
    ? null
    : new Reply(null, `转发成功，目标栏目没有字段${missingFields.join('、')}，其内容仅保留在历史版本中`)
}

/** AppError `invalid` unless both columns are different lists of the same site. */
function requireForwardable(from: ContentColumn, to: ContentColumn): void {
  if (from.isArticle || to.isArticle) {
    const { title } = from.isArticle ? from : to
    throw new AppError('invalid', `栏目“${title}”只有一篇内容，无法转发，请选择列表栏目`)
  }
  if (from.id === to.id) throw new AppError('invalid', '目标栏目与当前栏目相同，请选择其他栏目')
  if (from.siteId !== to.siteId) throw new AppError('invalid', `栏目“${to.title}”不在当前站点，请选择当前站点的栏目`)
}

/** Id of the column that contains the entry. */
async function findColumnId(ctx: CallContext, id: number): Promise<number> {
  const row = await ctx.db.selectFrom('content').select('classId').where('id', '=', id).executeTakeFirst()
  if (!row) throw missingEntry()
  return row.classId
}

const missingEntry = () => new AppError('not-found', '内容不存在，可能已被删除，请刷新')

async function lockEntry(ctx: CallContext, column: ContentColumn, id: number): Promise<Entry> {
  const [entry] = await readWithBodies(ctx.db, await lockActive(ctx, column, [id]))
  if (!entry) throw missingEntry()
  return entry
}
