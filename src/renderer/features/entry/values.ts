import type { MenuField } from '#shared/contract/column.ts'
import type { FieldPair } from '#shared/contract/content.ts'
import type { MediaItem } from '#shared/contract/mediaItem.ts'
import { choicesIn, dictionaryOf } from '#shared/domain/contentFields.ts'
import { parseJsonOrNull } from '#shared/util/json.ts'
import { itemOf, nameOf } from '#renderer/features/media/picker/items.ts'

/** The form's values by field name, and the entry's `version`. */
export type EntryValues = Record<string, unknown>
/** The values as they are sent: texts by field name. */
export type EntryTexts = Readonly<Record<string, string>>

type Typed = Pick<MenuField, 'fieldType' | 'relationMark'>

const isBatch = ({ fieldType }: Typed): boolean => fieldType.startsWith('Batch')

/** The dictionary types whose inputs keep a list: checkboxes and the dropdown of several. */
const LISTS: ReadonlySet<number> = new Set([2, 4])
const isChoiceList = (field: Typed): boolean => LISTS.has(dictionaryOf(field)?.type ?? 0)

/** The value of the form's input for a text: a list for batch items and multiple choices, else the text itself. */
export function toForm(field: Typed, text: string): unknown {
  if (isBatch(field)) return itemsOf(text)
  return isChoiceList(field) ? choicesIn(text) : text
}

/** The text for the value of the form's input. */
export function toText(field: Typed, value: unknown): string {
  if (isBatch(field)) return Array.isArray(value) && value.length > 0 ? JSON.stringify(value) : ''
  if (Array.isArray(value)) return value.join(',')
  return typeof value === 'string' ? value : ''
}

/** The items in a text; properties that another program left out get defaults. */
export function itemsOf(text: string): MediaItem[] {
  const parsed = parseJsonOrNull(text)
  if (!Array.isArray(parsed)) return []
  return parsed.flatMap((item: unknown, at) => {
    if (typeof item !== 'object' || item === null) return []
    const src: unknown = Reflect.get(item, 'src')
    return typeof src === 'string' ? [{ ...itemOf({ src, name: nameOf(src) }), ...item, sort: at + 1 }] : []
  })
}

type Named = Typed & Pick<MenuField, 'fieldName'>

export const formValues = (fields: readonly Named[], texts: EntryTexts): EntryValues =>
  Object.fromEntries(fields.map((field) => [field.fieldName, toForm(field, texts[field.fieldName] ?? '')]))

export const textsOf = (fields: readonly Named[], values: EntryValues): Record<string, string> =>
  Object.fromEntries(fields.map((field) => [field.fieldName, toText(field, values[field.fieldName])]))

/** The field list of a save and a preview. */
export const pairsOf = (fields: readonly Named[], values: EntryValues): FieldPair[] =>
  fields.map((field) => ({ fieldName: field.fieldName, fieldValue: toText(field, values[field.fieldName]) }))
