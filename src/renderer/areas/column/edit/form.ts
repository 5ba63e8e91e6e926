import type { Control } from 'react-hook-form'
import type { z } from 'zod'
import type { Column } from '#shared/contract/column.ts'
import { columnForm } from '#shared/contract/columnForm.ts'
import { offeredPositions } from '#shared/domain/columnPosition.ts'
import { COLUMN_TYPE, initialPermissions } from '#shared/domain/columnType.ts'

const PAIRS = [
  { address: 'frontListUrl', template: 'frontListTemplate' },
  { address: 'frontDetailUrl', template: 'frontDetailTemplate' },
] as const

/** The contract's form. Saving would drop a template without an address, so the form reports it. */
export const columnDialogForm = columnForm.superRefine((form, context) => {
  for (const { address, template } of PAIRS)
    for (const [index, file] of (form[template] ?? []).entries())
      if (file !== '' && !form[address]?.[index])
        context.addIssue({ code: 'custom', path: [address, index], message: '请输入页面地址，或移除该行' })
})
export type ColumnInput = z.input<typeof columnDialogForm>
type ColumnOutput = z.output<typeof columnDialogForm>
export type ColumnControl = Control<ColumnInput, unknown, ColumnOutput>

const padTo = <T>(list: readonly T[], length: number, filler: T): T[] =>
  Array.from({ length }, (_, index) => list[index] ?? filler)

/** Pads both lists of a pair to the length of the longer one. */
function padPair(addresses: readonly string[], templates: readonly string[]): [string[], string[]] {
  const length = Math.max(addresses.length, templates.length)
  return [padTo(addresses, length, ''), padTo(templates, length, '')]
}

const EMPTY_COLUMN = {
  id: 0,
  siteId: 0,
  parentId: 0,
  title: '',
  enTitle: '',
  menuType: COLUMN_TYPE.list as number,
  identifies: '',
  code: '',
  sort: 0,
  frontListUrl: [] as string[],
  frontListTemplate: [] as string[],
  frontDetailUrl: [] as string[],
  frontDetailTemplate: [] as string[],
  frontUrl: '',
  targetBlank: false,
  clue: false,
  isAddArticle: true,
  setting: [...initialPermissions(COLUMN_TYPE.list)],
  apiUrlList: [] as string[],
  showPositionIds: [] as number[],
  moduleId: 0,
  seoTitle: '',
  seoKeywords: '',
  seoDescription: '',
}
/** Values of the dialog; `version` is absent if the server sends none. */
export type ColumnValues = typeof EMPTY_COLUMN & { version?: number }

/** Values of a new list column (A·§4). */
export const createColumnValues = (siteId: number, parentId: number): ColumnValues => ({
  ...EMPTY_COLUMN,
  siteId,
  parentId,
})

/** Values of the dialog for an existing column. */
export function toColumnValues(column: Omit<Column, 'child'>): ColumnValues {
  const names = Object.keys(EMPTY_COLUMN) as (keyof typeof EMPTY_COLUMN)[]
  const ofColumn = Object.fromEntries(names.map((name) => [name, column[name]])) as typeof EMPTY_COLUMN
  const values: ColumnValues = { ...ofColumn, ...(column.version === undefined ? {} : { version: column.version }) }
  for (const { address, template } of PAIRS)
    [values[address], values[template]] = padPair(column[address], column[template])
  return values
}

/** The input of the save call, without empty lines and without positions that the column does not offer. */
export function toSaveInput(form: ColumnOutput): ColumnOutput {
  const sent = { ...form, apiUrlList: form.apiUrlList?.filter((url) => url !== '') }
  for (const { address, template } of PAIRS) {
    const addresses = form[address] ?? []
    const filled = addresses.flatMap((url, index) => (url === '' ? [] : [index]))
    sent[address] = filled.map((index) => addresses[index] ?? '')
    sent[template] = filled.map((index) => form[template]?.[index] ?? '')
  }
  const offered = offeredPositions({ identifies: form.identifies ?? '', moduleId: form.moduleId ?? 0 })
  return { ...sent, showPositionIds: form.showPositionIds?.filter((position) => offered.includes(position)) }
}

/** Titles of the fields when two versions of a column are compared. */
export const FIELD_TITLES = {
  parentId: '上级栏目',
  title: '栏目名称',
  enTitle: '英文名称',
  menuType: '栏目类型',
  identifies: '唯一标识',
  code: '栏目代码',
  sort: '排序',
  setting: '操作权限',
  moduleId: '栏目模块',
  showPositionIds: '展示位置',
  frontListUrl: '列表页地址',
  frontListTemplate: '列表页模板',
  frontDetailUrl: '详情页地址',
  frontDetailTemplate: '详情页模板',
  frontUrl: '外部链接',
  targetBlank: '新窗口打开',
  clue: '线索栏目',
  isAddArticle: '允许前台发布',
  apiUrlList: '接口地址',
  seoTitle: 'SEO 标题',
  seoKeywords: 'SEO 关键词',
  seoDescription: 'SEO 描述',
} satisfies Partial<Record<keyof ColumnValues, string>>
