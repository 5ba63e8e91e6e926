import type { RowOf } from '#server/db/schema.ts'
import type { CallContext } from '#server/http/context.ts'
import { missingRecord } from '#server/http/missingRecords.ts'
import type { Routes } from '#server/http/routes.ts'
import { type ContentNote, MAX_NOTES } from '#shared/contract/note.ts'
import { isSuper } from '#shared/domain/permissions.ts'
import { AppError, fieldError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { isAllowed, approvals, requireContentColumn, type EntryRow, recordEvents } from '../entry/index.ts'

/** Each of these rights on a column allows writing and closing notes on its entries. */
const WRITE_ACTIONS = ['add', 'edit', 'publish'] as const

type NoteRow = RowOf<'content_note'>

/**
 * The entry, if the caller may read its column or decides about its publication. `write` needs a right to work on the
 * column's entries, or such a decision. AppErrors `not-found`, `forbidden`.
 */
async function requireEntry(ctx: CallContext, contentId: number, use: 'read' | 'write') {
  const entry = await ctx.db.selectFrom('content').selectAll().where('id', '=', contentId).executeTakeFirst()
  if (!entry) throw missingRecord('内容不存在，可能已被删除，请刷新', contentId)
  const column = await requireContentColumn(ctx, entry.classId)
  const mayWrite =
    WRITE_ACTIONS.some((action) => isAllowed(ctx, column, action)) || (await approvals.get().takesPart(ctx, entry))
  if (!mayWrite && !isAllowed(ctx, column, 'read'))
    throw new AppError('forbidden', '没有查看该内容批注的权限，请联系管理员')
  if (!mayWrite && use === 'write')
    throw new AppError('forbidden', '添加和解决批注需要该栏目的新增、编辑或发布权限，当前账号只能查看')
  return { entry, mayWrite }
}

async function requireNote(
  ctx: CallContext,
  id: number,
  use: 'read' | 'write' = 'write',
): Promise<{ note: NoteRow; entry: EntryRow }> {
  const note = await ctx.db.selectFrom('content_note').selectAll().where('id', '=', id).executeTakeFirst()
  if (!note) throw missingRecord('批注不存在，可能已被删除，请刷新', id)
  return { note, ...(await requireEntry(ctx, note.contentId, use)) }
}

/** Real names by username. */
async function findNames({ db }: CallContext, usernames: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('account')
    .select(['username', 'trueName'])
    .where('username', 'in', [...new Set(usernames), ''])
    .execute()
  return new Map(rows.map(({ username, trueName }) => [username, trueName || username]))
}

async function listNotes(ctx: CallContext, contentId: number): Promise<ContentNote[]> {
  const { mayWrite } = await requireEntry(ctx, contentId, 'read')
  const rows = await ctx.db
    .selectFrom('content_note')
    .selectAll()
    .where('contentId', '=', contentId)
    .orderBy('id')
    .execute()
  const names = await findNames(
    ctx,
    rows.flatMap(({ author, closedBy }) => [author, closedBy]),
  )
  const nameOf = (username: string): string => names.get(username) ?? username
  const { accountId } = ctx.requireSignedIn()
  return rows.map(({ id, parentId, fieldName, quote, before, after, text, author, authorId, closedBy, ...row }) => ({
    id,
    parentId,
    fieldName,
    quote,
    before,
    after,
    text,
    author: nameOf(author),
    createTime: formatDateTime(row.createTime),
    closedBy: closedBy && nameOf(closedBy),
    closeTime: row.closeTime === 0 ? '' : formatDateTime(row.closeTime),
    own: authorId === accountId,
    mayWrite,
  }))
}

export const noteRoutes: Routes<'note'> = {
  'note.list': (ctx, { contentId }) => listNotes(ctx, contentId),
  'note.save': async (ctx, { contentId, parentId, ...note }) => {
    const { entry } = await requireEntry(ctx, contentId, 'write')
    const { total } = await ctx.db
      .selectFrom('content_note')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('contentId', '=', contentId)
      .executeTakeFirstOrThrow()
    if (total >= MAX_NOTES)
      throw fieldError('conflict', 'text', `每篇内容最多 ${MAX_NOTES} 条批注，请先删除不需要的批注`)
    if (parentId !== 0) {
      const parent = (await requireNote(ctx, parentId)).note
      if (parent.contentId !== contentId || parent.parentId !== 0)
        throw new AppError('invalid', '只能回复同一篇内容的批注，请刷新后重试')
    }
    const { accountId: authorId, username: author } = ctx.requireSignedIn()
    const createTime = ctx.clock.now().getTime()
    const { id } = await ctx.db
      .insertInto('content_note')
      .values({ contentId, parentId, ...note, author, authorId, createTime })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordEvents(ctx, [{ entry, kind: 'noted', detail: note.text }])
    return { id }
  },
  'note.close': async (ctx, { id, isClosed }) => {
    const { note, entry } = await requireNote(ctx, id)
    if (note.parentId !== 0) throw new AppError('invalid', '回复随批注一起解决，请解决所属批注')
    if ((note.closeTime !== 0) === isClosed) return null
    const closed = { closedBy: ctx.requireSignedIn().username, closeTime: ctx.clock.now().getTime() }
    await ctx.db
      .updateTable('content_note')
      .set(isClosed ? closed : { closedBy: '', closeTime: 0 })
      .where('id', '=', id)
      .execute()
    await recordEvents(ctx, [{ entry, kind: isClosed ? 'noteClosed' : 'noteReopened', detail: note.text }])
    return null
  },
  'note.remove': async (ctx, { id }) => {
    const { note } = await requireNote(ctx, id, 'read')
    const { accountId, authority } = ctx.requireSignedIn()
    if (note.authorId !== accountId && !isSuper(authority)) throw new AppError('forbidden', '只能删除本人的批注')
    await ctx.db
      .deleteFrom('content_note')
      .where((eb) => eb.or([eb('id', '=', id), eb('parentId', '=', id)]))
      .where('contentId', '=', note.contentId)
      .execute()
    return null
  },
}
