import type { Selectable } from 'kysely'
import type { ContentRevisionTable } from '#server/db/tables/content.ts'
import type { CallContext } from '#server/http/context.ts'
import { pageOf } from '#server/http/paging.ts'
import type { Handler } from '#server/http/routes.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { columnFor, entryFor } from '../entry/index.ts'

type RevisionRow = Selectable<ContentRevisionTable>
const LISTED = ['id', 'version', 'isStatus', 'changed', 'reason', 'author', 'createTime'] as const

const present = ({
  id,
  version,
  isStatus,
  changed,
  reason,
  author,
  createTime,
}: Pick<RevisionRow, (typeof LISTED)[number]>) => ({
  id,
  version,
  createTime: formatDateTime(createTime),
  author,
  reason,
  isStatus: isStatus === 1,
  changed: JSON.parse(changed) as string[],
})

/** AppError `not-found` unless it is a revision of the entry. */
export async function revisionOf(ctx: CallContext, contentId: number, revisionId: number): Promise<RevisionRow> {
  const row = await ctx.db
    .selectFrom('content_revision')
    .selectAll()
    .where('id', '=', revisionId)
    .where('contentId', '=', contentId)
    .executeTakeFirst()
  if (!row) throw new AppError('not-found', '这个历史版本不存在，请刷新历史后重新选择')
  return row
}

export const revisions: Handler<'content.revisions'> = async (ctx, { classId, id, page, size }) => {
  const { row } = await entryFor(ctx, await columnFor(ctx, classId), id)
  const found = ctx.db.selectFrom('content_revision').where('contentId', '=', row.id)
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await found
    .select(LISTED)
    .orderBy('id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  return pageOf(rows.map(present), total, size)
}

export const revision: Handler<'content.revision'> = async (ctx, { classId, id, revisionId }) => {
  const { row } = await entryFor(ctx, await columnFor(ctx, classId), id)
  const found = await revisionOf(ctx, row.id, revisionId)
  const values = JSON.parse(found.fields) as Record<string, string>
  const fields = Object.entries(values).map(([fieldName, fieldValue]) => ({ fieldName, fieldValue }))
  return { ...present(found), fields }
}
