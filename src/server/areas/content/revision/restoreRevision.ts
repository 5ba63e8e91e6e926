import { type Handler, Reply } from '#server/http/routes.ts'
import {
  mapRelationsToSite,
  columnFor,
  isBound,
  lockForEdit,
  requireSaver,
  saveEntry,
  type Values,
} from '../entry/index.ts'
import { revisionOf } from './history.ts'

/**
 * A new save with the texts of the revision, so that it can be taken back itself. The entry stays published or a draft
 * as it is; fields that the column has lost since, or that a form may not change, keep what they have. Labels and related
 * entries that are gone, or belong to the site that the entry was on then, become those of its site as in a copy.
 */
export const restoreRevision: Handler<'content.restoreRevision'> = async (ctx, input) => {
  const column = await columnFor(ctx, input.classId, 'edit')
  const before = await lockForEdit(ctx, column, input.id, input.version)
  const isStatus = before.row.isStatus === 1
  requireSaver(ctx, column, before, isStatus)
  const kept = JSON.parse((await revisionOf(ctx, before.row.id, input.revisionId)).fields) as Values
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
  })
  if (lost.length === 0) return saved
  const named = lost.map(({ fieldAlias, fieldName }) => `“${fieldAlias || fieldName}”`).join('、')
  return new Reply(saved, `还原成功；字段${named}中本站点没有的标签或关联内容没有还原`)
}
