import type { RowOf } from '#server/db/schema.ts'
import type { Flag } from '#server/db/table.ts'
import type { CallContext } from '#server/http/context.ts'
import type { Resource, Routes } from '#server/http/routes.ts'
import { type CommonField, commonField } from '#shared/contract/fieldCommon.ts'
import { fieldForm } from '#shared/contract/fieldForm.ts'
import { AppError } from '#shared/errors/index.ts'

/** A common field as a column receives it. */
function presentField({ extra, id, isStatus, sort, ...row }: RowOf<'field_common'>): CommonField {
  const plain = fieldForm.parse({ ...row, ...(JSON.parse(extra) as object) })
  return commonField.parse({ ...plain, id, sort, isStatus: isStatus === 1 })
}

/** Sets the status of all fields or none. @throws AppError `not-found` that names missing fields */
async function setStatus(ctx: CallContext, ids: readonly number[], isStatus: Flag): Promise<null> {
  const wanted = [...new Set(ids)]
  const rows = await ctx.db
    .updateTable('field_common')
    .set({ isStatus })
    .where('id', 'in', wanted)
    .returning('id')
    .execute()
  const gone = wanted.filter((id) => !rows.some((row) => row.id === id))
  if (gone.length > 0) throw new AppError('not-found', `编号为 ${gone.join('、')} 的字段不存在，请刷新后重新选择`)
  return null
}

const routes: Routes<'fieldCommon'> = {
  'fieldCommon.getList': async (ctx, { showDraft }) => {
    const all = ctx.db.selectFrom('field_common').selectAll().orderBy('sort', 'desc').orderBy('id')
    const rows = await (showDraft ? all : all.where('isStatus', '=', 1)).execute()
    const groups = Map.groupBy(rows, (row) => row.groupTitle)
    return [...groups].map(([title, fields]) => ({ title, fields: fields.map(presentField) }))
  },
  'fieldCommon.publish': (ctx, ids) => setStatus(ctx, ids, 1),
  'fieldCommon.draft': (ctx, ids) => setStatus(ctx, ids, 0),
  'fieldCommon.updateSort': async (ctx, { id, sort }) => {
    const row = await ctx.db
      .updateTable('field_common')
      .set({ sort })
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    if (!row) throw new AppError('not-found', '字段不存在，请刷新后重新选择')
    return null
  },
}

/** Calls 41–44: the catalogue of fields that columns choose from (A·§2). */
export const fieldCommon: Resource = { routes }
