import type { MenuField } from '#shared/contract/column.ts'
import type { CommonField } from '#shared/contract/fieldCommon.ts'

/** A plain single-line field of a column, its name for alias. */
export const aField = (fieldName: string, changes: Partial<MenuField> = {}): MenuField => ({
  fieldName,
  fieldAlias: fieldName,
  fieldType: 'SingleLine',
  defaultValue: '',
  note: '',
  isRequired: false,
  isList: false,
  isSearch: false,
  isAdd: true,
  isUpdate: true,
  isEmail: false,
  isIdCard: false,
  isInteger: false,
  isTel: false,
  isUrl: false,
  relationMark: '',
  batchItemOpenTitle: false,
  batchItemOpenSubTitle: false,
  batchItemOpenLink: false,
  batchItemOpenNote: false,
  batchItemOpenIndex: false,
  batchItemOpenNofollow: false,
  batchItemOpenTarget: false,
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
