import type { ContentEntry, SensitiveHit } from '#shared/contract/content.ts'
import type { MenuField } from '#shared/contract/column.ts'
import type { OutputOf } from '#shared/contract/registry.ts'
import { PROMOTIONS, type Promotions } from '#shared/domain/promotions.ts'
import { aColumn } from './columnRow.ts'
import { aField } from './field.ts'

const NO_FLAGS = Object.fromEntries(PROMOTIONS.map(({ flag }) => [flag, false])) as Promotions

/** A draft of the column 201, with values by the names of its fields. */
export const anEntry = (id: number, values: Readonly<Record<string, unknown>> = {}): ContentEntry => ({
  ...NO_FLAGS,
  id,
  classId: 201,
  menuCode: 'news',
  className: '新闻',
  siteId: 1,
  channel: 'pc',
  xgid: 0,
  labelIds: [],
  isStatus: false,
  pass: true,
  approveInstanceId: '',
  approveResult: '',
  sort: 0,
  hits: 0,
  createTime: '2026-01-01 00:00:00',
  createBy: 'admin',
  version: 3,
  changedBy: 'admin',
  changedAt: '2026-01-02 00:00:00',
  ...values,
})

/** What content.form answers of the column 新闻: for an entry its values, for a new one the defaults of the fields. */
export function aForm(fields: readonly MenuField[], entry: ContentEntry | null = null): OutputOf<'content.form'> {
  const column = { ...aColumn(201, '新闻'), menuField: [...fields], listField: [], searchField: [] }
  const value = ({ fieldName, defaultValue }: MenuField): string =>
    entry ? String(entry[fieldName] ?? '') : defaultValue
  return { entry, column, fields: fields.map((field) => ({ ...field, value: value(field) })) }
}

/** A field of the form with a Chinese name. */
export const aFormField = (
  fieldName: string,
  fieldAlias: string,
  fieldType: MenuField['fieldType'] = 'SingleLine',
  changes: Partial<MenuField> = {},
): MenuField => aField(fieldName, { fieldAlias, fieldType, ...changes })

/** A sensitive word that stands in the title. */
export const aHit = (word: string, changes: Partial<SensitiveHit> = {}): SensitiveHit => ({
  fieldName: 'title',
  fieldAlias: '标题',
  word,
  propWord: '',
  times: 1,
  excerpt: word,
  ...changes,
})
