import type { CallContext } from '#server/http/context.ts'
import { Prepared, Reply } from '#server/http/routes.ts'
import type { ContentSaved } from '#shared/contract/contentEdit.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import {
  mapRelationsToSite,
  columnFor,
  entryFor,
  isBound,
  largeTextsOf,
  lockForEdit,
  requireSaver,
  saveEntry,
  type Values,
} from '../entry/index.ts'
import type { LargeTexts } from '../texts/largeTexts.ts'
import { revisionOf } from './history.ts'

/**
 * A new save with the texts of the revision, so that it can be taken back itself. The entry stays published or a draft
 * as it is; fields that the column has lost since, or that a form may not change, keep what they have. Labels and related
 * entries that are gone, or belong to the site that the entry was on then, become those of its site as in a copy.
 */
export const restoreRevision = new Prepared<'content.restoreRevision'>(async (ctx, input) => {
  const { row } = await entryFor(ctx, await columnFor(ctx, input.classId), input.id)
  const values = valuesOf(await revisionOf(ctx, row.id, input.revisionId))
  const fieldList = Object.entries(values).map(([fieldName, fieldValue]) => ({ fieldName, fieldValue }))
  const large = await largeTextsOf(ctx, { ...input, fieldList })
  return (tx) => restored(tx, input, large)
})

const valuesOf = ({ fields }: { fields: string }): Values => JSON.parse(fields) as Values

async function restored(
  ctx: CallContext,
  input: ParsedOf<'content.restoreRevision'>,
  large: LargeTexts,
): Promise<ContentSaved | Reply<ContentSaved>> {
  const column = await columnFor(ctx, input.classId)
  const before = await lockForEdit(ctx, column, input.id, input.version)
  const isStatus = before.row.isStatus === 1
  requireSaver(ctx, column, before, isStatus)
  const kept = valuesOf(await revisionOf(ctx, before.row.id, input.revisionId))
  const fields = column.fields.filter(({ isUpdate }) => isUpdate)
  const bound = fields.filter(
    (field) => isBound(field) && (kept[field.fieldName] ?? '') !== (before.values[field.fieldName] ?? ''),
  )
  const [{ values, lost } = { values: kept, lost: [] }] = await mapRelationsToSite(ctx.db, column.siteId, bound, [kept])
  const fieldList = fields.map(({ fieldName }) => ({ fieldName, fieldValue: values[fieldName] ?? '' }))
  const saved = await saveEntry(ctx, column, before, {
    fieldList,
    isStatus,
    acceptSensitive: input.acceptSensitive,
    reason: 'restore',
    large,
  })
  if (lost.length === 0) return saved
  const named = lost.map(({ fieldAlias, fieldName }) => `“${fieldAlias || fieldName}”`).join('、')
  return new Reply(saved, `还原成功；字段${named}中本站点没有的标签或关联内容没有还原`)
}
