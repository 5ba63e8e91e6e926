import type { MenuField } from '#shared/contract/column.ts'
import { readMediaItems } from '#shared/domain/contentFields.ts'
import { extractPlainText } from '#shared/domain/plainText.ts'
import type { Values } from './entries.ts'

type FieldType = MenuField['fieldType']
const PLAIN_TYPES: ReadonlySet<FieldType> = new Set(['SingleLine', 'MultiLine', 'Date', 'DateTime'])
const BATCH_TYPES: ReadonlySet<FieldType> = new Set(['BatchPhoto', 'BatchVideo', 'BatchFile'])

/** The text that a person reads in a field: without markup, file addresses and ids. */
export function toReadable(fieldType: FieldType, value: string): string {
  if (PLAIN_TYPES.has(fieldType)) return value
  if (fieldType === 'Editor') return extractPlainText(value).text
  if (!BATCH_TYPES.has(fieldType)) return ''
  const items = readMediaItems(value) ?? []
  return items.map(({ title, subTitle, note }) => [title, subTitle, note].filter(Boolean).join(' ')).join('\n')
}

export interface FieldText {
  field: MenuField
  text: string
}
/** The readable texts of an entry by field; fields without text are left out. */
export const toReadableTexts = (fields: readonly MenuField[], values: Values): FieldText[] =>
  fields.flatMap((field) => {
    const text = toReadable(field.fieldType, values[field.fieldName] ?? '')
    return text === '' ? [] : [{ field, text }]
  })

const MAX_TITLE_LENGTH = 254
/** Title of an entry: its field `title`, else its first line of text. */
export function findTitle(fields: readonly MenuField[], values: Values): string {
  const own = values['title']?.trim()
  const first = own || fields.map(({ fieldType, fieldName }) => shortText(fieldType, values[fieldName])).find(Boolean)
  return [...(first ?? '').replace(/\s+/g, ' ').trim()].slice(0, MAX_TITLE_LENGTH).join('')
}
const shortText = (fieldType: FieldType, value = ''): string =>
  fieldType === 'SingleLine' || fieldType === 'MultiLine' ? value.trim() : ''
