import type { RowOf } from '#server/db/schema.ts'
import { engineOf } from '#server/db/dialect.ts'
import type { CallContext } from '#server/http/context.ts'
import { missingRecord, missingRecords } from '#server/http/missingRecords.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { AppError } from '#shared/errors/index.ts'
import { saveVersioned } from '#server/http/saveVersioned.ts'
import { requireActiveSites } from '#server/siteAccess.ts'

export type CategoryRow = RowOf<'label_category'>

/** Finds a category. AppErrors: `not-found`, `forbidden` for another site. `lock` 'kept' locks it against deletion. */
export async function requireCategory(ctx: CallContext, id: number, lock?: 'kept'): Promise<CategoryRow> {
  const row = await ctx.db
    .selectFrom('label_category')
    .selectAll()
    .where('id', '=', id)
    // The lock lasts until the label refers to the category.
    .$if(lock === 'kept' && engineOf(ctx.db) === 'postgres', (query) => query.forShare())
    .executeTakeFirst()
  const message = '标签分类不存在，可能已被删除，请刷新后重新选择'
  // While a label is saved, the missing record is its category, not the label itself.
  if (!row) throw lock === 'kept' ? new AppError('not-found', message) : missingRecord(message, id)
  ctx.requireSite(row.siteId)
  return row
}

/** Adds a category, or renames one whose version is unchanged. A category never changes its site. */
export async function saveCategory(ctx: CallContext, form: ParsedOf<'labelCategory.save'>): Promise<CategoryRow> {
  const { id, version, siteId, ...fields } = form
  await requireActiveSites(ctx, [siteId])
  const before = id === 0 ? null : await requireCategory(ctx, id)
  if (before && before.siteId !== siteId)
    throw new AppError('invalid', `标签分类“${before.title}”不能移到其他站点，请在目标站点新增分类`)
  return saveVersioned(ctx, 'label_category', {
    id,
    version,
    row: fields,
    insertOnly: { siteId },
    find: requireCategory,
    nameOf: (other) => `标签分类“${other.title}”`,
    duplicateError: () => new AppError('conflict', `当前站点已有标签分类“${fields.title}”，请换一个名称`),
  })
}

/** Deletes categories, all or none. @throws AppError `not-found`, and `conflict` that names a category with labels */
export async function removeCategories(ctx: CallContext, list: readonly number[]): Promise<void> {
  const ids = [...new Set(list)]
  const rows = await ctx.db.deleteFrom('label_category').where('id', 'in', ids).returningAll().execute()
  const gone = ids.filter((id) => !rows.some((row) => row.id === id))
  if (gone.length > 0) throw missingRecords({ kind: '标签分类', ids: gone })
  for (const { siteId } of rows) ctx.requireSite(siteId)
  const used = await ctx.db
    .selectFrom('label')
    .select((eb) => ['classId', eb.fn.countAll<number>().as('labels')])
    .where('classId', 'in', ids)
    .groupBy('classId')
    .orderBy('classId')
    .executeTakeFirst()
  if (!used) return
  const title = rows.find((row) => row.id === used.classId)?.title ?? ''
  throw new AppError('conflict', `标签分类“${title}”下还有 ${used.labels} 个标签，请先删除或移出标签，再删除分类`)
}
