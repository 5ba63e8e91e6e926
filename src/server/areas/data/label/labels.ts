import type { RowOf } from '#server/db/schema.ts'
import { engineOf } from '#server/db/dialect.ts'
import type { CallContext } from '#server/http/context.ts'
import { missingRecord, missingRecords } from '#server/http/missingRecords.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { AppError } from '#shared/errors/index.ts'
import { saveVersioned } from '#server/http/saveVersioned.ts'
import { requireActiveSites } from '#server/siteAccess.ts'
import { requireCategory } from './categories.ts'
import { labelUses } from './usesPort.ts'

/** A label with the name of its category. */
export type LabelRow = RowOf<'label'> & { className: string }

/** Labels with the names of their categories. */
export const selectLabels = (db: CallContext['db']) =>
  db
    .selectFrom('label')
    .innerJoin('label_category', 'label_category.id', 'label.classId')
    .selectAll('label')
    .select('label_category.title as className')

/** Finds a label. AppErrors: `not-found`, `forbidden` for another site. */
export async function requireLabel(ctx: CallContext, id: number): Promise<LabelRow> {
  const row = await selectLabels(ctx.db).where('label.id', '=', id).executeTakeFirst()
  if (!row) throw missingRecord('标签不存在，可能已被删除，请刷新后重新选择', id)
  ctx.requireSite(row.siteId)
  return row
}

/** Adds a label, or saves one whose version is unchanged. A label never changes its site. */
export async function saveLabel(ctx: CallContext, form: ParsedOf<'label.save'>): Promise<LabelRow> {
  const { id, version, siteId, ...fields } = form
  const { title, classId } = fields
  await requireActiveSites(ctx, [siteId])
  const category = await requireCategory(ctx, classId, 'kept')
  if (category.siteId !== siteId)
    throw new AppError('invalid', `标签分类“${category.title}”不属于当前站点，请重新选择分类`)
  const before = id === 0 ? null : await requireLabel(ctx, id)
  if (before && before.siteId !== siteId)
    throw new AppError('invalid', `标签“${before.title}”不能移到其他站点，请在目标站点新增标签`)
  const saved = await saveVersioned(ctx, 'label', {
    id,
    version,
    row: fields,
    insertOnly: { siteId },
    find: requireLabel,
    nameOf: (other) => `标签“${other.title}”`,
    duplicateError: () => new AppError('conflict', `分类“${category.title}”已有标签“${title}”，请换一个名称`),
  })
  return { ...saved, className: category.title }
}

/** The labels by site. AppErrors: `not-found` names missing ones, `forbidden` for another site. */
export async function requireLabelsBySite(ctx: CallContext, list: readonly number[]) {
  const ids = [...new Set(list)]
  const rows = await ctx.db
    .selectFrom('label')
    .select(['id', 'title', 'siteId'])
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(engineOf(ctx.db) === 'postgres', (query) => query.forUpdate())
    .execute()
  const gone = ids.filter((id) => !rows.some((row) => row.id === id))
  if (gone.length > 0) throw missingRecords({ kind: '标签', ids: gone })
  for (const { siteId } of rows) ctx.requireSite(siteId)
  return [...Map.groupBy(rows, ({ siteId }) => siteId)].map(([siteId, labels]) => ({
    siteId,
    ids: labels.map(({ id }) => id),
    titles: labels.map(({ title }) => title),
  }))
}

/** Deletes labels, all or none. @throws AppErrors of requireLabelsBySite, and `conflict` when content has one of the labels */
export async function removeLabels(ctx: CallContext, list: readonly number[]): Promise<void> {
  for (const { siteId, ids, titles } of await requireLabelsBySite(ctx, list)) {
    await labelUses.get().requireUnused(ctx, titles, { siteId, ids })
    await ctx.db.deleteFrom('label').where('id', 'in', ids).execute()
  }
}
