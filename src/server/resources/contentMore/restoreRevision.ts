import type { Handler } from '#server/http/routes.ts'
import { columnFor, lockForEdit, requireSaver, saveEntry, type Values } from '../content/index.ts'
import { revisionOf } from './history.ts'

/**
 * A new save with the texts of the revision, so that it can be taken back itself. The entry stays published or a draft
 * as it is; fields that the column has lost since, or that a form may not change, keep what they have.
 */
export const restoreRevision: Handler<'content.restoreRevision'> = async (ctx, input) => {
  const column = await columnFor(ctx, input.classId, 'edit')
  const before = await lockForEdit(ctx, column, input.id, input.version)
  const isStatus = before.row.isStatus === 1
  requireSaver(ctx, column, before, isStatus)
  const values = JSON.parse((await revisionOf(ctx, before.row.id, input.revisionId)).fields) as Values
  const fieldList = column.fields
    .filter(({ isUpdate }) => isUpdate)
    .map(({ fieldName }) => ({ fieldName, fieldValue: values[fieldName] ?? '' }))
  return saveEntry(ctx, column, before, {
    fieldList,
    isStatus,
    acceptSensitive: input.acceptSensitive,
    reason: 'restore',
  })
}
