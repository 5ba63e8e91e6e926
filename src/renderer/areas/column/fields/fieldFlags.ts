import type { MenuField } from '#shared/contract/column.ts'

export type FieldType = MenuField['fieldType']
type Flag = { [K in keyof MenuField]: MenuField[K] extends boolean ? K : never }[keyof MenuField]
interface FlagText {
  key: Flag
  title: string
}

/** Where a field is shown and whether it is required (A·§2); the field list shows the first three flags too. */
export const USE_FLAGS = [
  { key: 'isRequired', title: '必填' },
  { key: 'isList', title: '列表显示' },
  { key: 'isSearch', title: '搜索显示' },
  { key: 'isAdd', title: '新增时填写' },
  { key: 'isUpdate', title: '编辑时填写' },
] as const satisfies readonly FlagText[]

/** Format checks of a single-line field (A·§3). */
export const CHECK_FLAGS = [
  { key: 'isEmail', title: '邮箱' },
  { key: 'isTel', title: '电话' },
  { key: 'isUrl', title: '网址' },
  { key: 'isIdCard', title: '身份证号' },
  { key: 'isInteger', title: '整数' },
] as const satisfies readonly FlagText[]

/** Properties of each item in batch photos, videos and files (A·§2; contradictions.md 58). */
export const ITEM_FLAGS = [
  { key: 'batchItemOpenTitle', title: '标题' },
  { key: 'batchItemOpenSubTitle', title: '副标题' },
  { key: 'batchItemOpenLink', title: '链接' },
  { key: 'batchItemOpenNote', title: '说明' },
  { key: 'batchItemOpenIndex', title: '序号' },
  { key: 'batchItemOpenNofollow', title: 'nofollow' },
  { key: 'batchItemOpenTarget', title: '打开方式' },
] as const satisfies readonly FlagText[]
