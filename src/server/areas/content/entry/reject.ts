import { trueNameOf } from '#server/areas/people/account/index.ts'
import type { CallContext } from '#server/http/context.ts'
import { type NewNotice, notify } from '#server/areas/people/notice/index.ts'
import { type Handler, Reply } from '#server/http/routes.ts'
import { AppError } from '#shared/errors/index.ts'
import {
  approvals,
  columnFor,
  type ContentColumn,
  type Entry,
  lockLive,
  missingIn,
  moveEntry,
  named,
  requireAction,
  withBodies,
  writeEntry,
} from './index.ts'

/** Requires the publish permission, because rejecting unpublishes the entry. */
export const reject: Handler<'content.reject'> = async (ctx, { classId, id, reason }) => {
  const column = await columnFor(ctx, classId)
  const entry = await locked(ctx, column, id)
  const approveResult = JSON.stringify({ trueName: await trueNameOf(ctx, ctx.signed()), approveResult: reason })
  const { values } = entry
  await approvals.get().withdraw(ctx, [entry.row], { remark: '内容被驳回', always: true })
  await writeEntry(ctx, column, entry, {
    values,
    isStatus: false,
    reason: 'reject',
    set: { pass: 0, approveResult },
    note: { detail: reason },
  })
  await tellAuthor(ctx, column, entry, { kind: 'rejected', title: `${named(entry.row)}被驳回`, body: reason })
  return null
}

/** Notifies the author, unless the caller is the author. */
async function tellAuthor(
  ctx: CallContext,
  { id: classId, siteId }: ContentColumn,
  { row }: Entry,
  notice: Pick<NewNotice, 'kind' | 'title' | 'body'>,
): Promise<void> {
  if (row.createById !== ctx.signed().accountId)
    await notify(ctx, [row.createById], { ...notice, place: 'entry', siteId, classId, contentId: row.id })
}

/**
 * The forwarded entry becomes a draft, because the target column may require other fields. Needs permissions on both
 * columns.
 */
export const forward: Handler<'content.forward'> = async (ctx, { classId, id, toMenuId }) => {
  const from = await columnFor(ctx, toMenuId === undefined ? await columnOf(ctx, id) : classId)
  requireAction(ctx, from, 'edit')
  const to = await columnFor(ctx, toMenuId ?? classId)
  requireAction(ctx, to, 'add')
  requireLocations(from, to)
  const entry = await locked(ctx, from, id)
  if (entry.row.isStatus === 1) requireAction(ctx, from, 'publish')
  await moveEntry(ctx, from, to, entry)
  const body = `从栏目“${from.title}”转到栏目“${to.title}”，已存为草稿。`
  await tellAuthor(ctx, to, entry, { kind: 'forwarded', title: `${named(entry.row)}被转发`, body })
  const left = missingIn(from, to, entry.values).map(({ fieldAlias, fieldName }) => `“${fieldAlias || fieldName}”`)
  return left.length === 0
    ? null
    : new Reply(null, `转发成功，目标栏目没有字段${left.join('、')}，其内容仅保留在历史版本中`)
}

/** AppError `invalid` unless both columns are different lists of the same site. */
function requireLocations(from: ContentColumn, to: ContentColumn): void {
  if (from.isArticle || to.isArticle) {
    const { title } = from.isArticle ? from : to
    throw new AppError('invalid', `栏目“${title}”只有一篇内容，无法转发，请选择列表栏目`)
  }
  if (from.id === to.id) throw new AppError('invalid', '目标栏目与当前栏目相同，请选择其他栏目')
  if (from.siteId !== to.siteId) throw new AppError('invalid', `栏目“${to.title}”不在当前站点，请选择当前站点的栏目`)
}

/** Id of the column that contains the entry. */
async function columnOf(ctx: CallContext, id: number): Promise<number> {
  const row = await ctx.db.selectFrom('content').select('classId').where('id', '=', id).executeTakeFirst()
  if (!row) throw gone()
  return row.classId
}

const gone = () => new AppError('not-found', '内容不存在，可能已被删除，请刷新')

async function locked(ctx: CallContext, column: ContentColumn, id: number): Promise<Entry> {
  const [entry] = await withBodies(ctx.db, await lockLive(ctx, column, [id]))
  if (!entry) throw gone()
  return entry
}
