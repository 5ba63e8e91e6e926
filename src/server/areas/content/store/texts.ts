import type { MenuField } from '#shared/contract/column.ts'
import { readMediaItems } from '#shared/domain/contentFields.ts'
import { plainTextOf } from '#shared/domain/plainText.ts'
import type { Values } from './entries.ts'

type FieldType = MenuField['fieldType']
const WRITTEN: ReadonlySet<FieldType> = new Set(['SingleLine', 'MultiLine', 'Date', 'DateTime'])
const BATCH: ReadonlySet<FieldType> = new Set(['BatchPhoto', 'BatchVideo', 'BatchFile'])

/** What a person reads in a field: no markup, no addresses of files, no ids. */
export function readable(fieldType: FieldType, value: string): string {
  if (WRITTEN.has(fieldType)) return value
  if (fieldType === 'Editor') return plainTextOf(value).text
  if (!BATCH.has(fieldType)) return ''
  const items = readMediaItems(value) ?? []
  return items.map(({ title, subTitle, note }) => [title, subTitle, note].filter(Boolean).join(' ')).join('\n')
}

export interface FieldText {
  field: MenuField
  text: string
}
/** The texts of an entry, field by field; fields without one are left out. */
export const readableTexts = (fields: readonly MenuField[], values: Values): FieldText[] =>
  fields.flatMap((field) => {
    const text = readable(field.fieldType, values[field.fieldName] ?? '')
    return text === '' ? [] : [{ field, text }]
  })

const TITLE_LIMIT = 254
/** What an entry is called: its field `title`, else its first written text. */
export function titleOf(fields: readonly MenuField[], values: Values): string {
  const own = values['title']?.trim()
  const first = own || fields.map(({ fieldType, fieldName }) => shortText(fieldType, values[fieldName])).find(Boolean)
  return [...(first ?? '').replace(/\s+/g, ' ').trim()].slice(0, TITLE_LIMIT).join('')
}
const shortText = (fieldType: FieldType, value = ''): string =>
  fieldType === 'SingleLine' || fieldType === 'MultiLine' ? value.trim() : ''
