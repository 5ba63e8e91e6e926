import type { MenuField } from '#shared/contract/column.ts'
import type { CommonField } from '#shared/contract/fieldCommon.ts'
import { fieldForm } from '#shared/contract/fieldForm.ts'

/** A plain single-line field of a column, its name for alias. */
export const aField = (fieldName: string, changes: Partial<MenuField> = {}): MenuField => ({
  ...fieldForm.parse({ fieldName, fieldType: 'SingleLine' }),
  fieldAlias: fieldName,
  sort: 0,
  ...changes,
})

let made = 0

/** A field of the catalogue. */
export const aCommonField = (fieldName: string, changes: Partial<MenuField> = {}): CommonField => ({
  ...aField(fieldName, changes),
  id: ++made,
  isStatus: true,
})
