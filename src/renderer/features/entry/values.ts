import type { MenuField } from '#shared/contract/column.ts'
import type { FieldPair } from '#shared/contract/content.ts'
import type { MediaItem } from '#shared/contract/mediaItem.ts'
import { choicesIn, dictionaryOf } from '#shared/domain/contentFields.ts'
import { itemOf, nameOf } from '#renderer/features/media/picker/items.ts'

/** What stands in the form: a value per field by its name, and the `version` of the entry. */
export type EntryValues = Record<string, unknown>
/** The values as the wire has them: texts by the names of their fields. */
export type EntryTexts = Readonly<Record<string, string>>

type Typed = Pick<MenuField, 'fieldType' | 'relationMark'>

export const isBatch = ({ fieldType }: Typed): boolean => fieldType.startsWith('Batch')

/** The dictionary types whose inputs keep a list: checkboxes and the dropdown of several. */
const LISTS: ReadonlySet<number> = new Set([2, 4])
export const isChoiceList = (field: Typed): boolean => LISTS.has(dictionaryOf(field)?.type ?? 0)

/** What an input works with: a list for items and for choices of several, else the text itself. */
export function toForm(field: Typed, text: string): unknown {
  if (isBatch(field)) return itemsOf(text)
  return isChoiceList(field) ? choicesIn(text) : text
}

/** What an input holds, as the wire has it. */
export function toText(field: Typed, value: unknown): string {
  if (isBatch(field)) return Array.isArray(value) && value.length > 0 ? JSON.stringify(value) : ''
  if (Array.isArray(value)) return value.join(',')
  return typeof value === 'string' ? value : ''
}

/** The items that a text holds; parts that another program left out are filled. */
export function itemsOf(text: string): MediaItem[] {
  const parsed = parse(text)
  if (!Array.isArray(parsed)) return []
  return parsed.flatMap((item: unknown, at) => {
    if (typeof item !== 'object' || item === null) return []
    const src: unknown = Reflect.get(item, 'src')
    return typeof src === 'string' ? [{ ...itemOf({ src, name: nameOf(src) }), ...item, sort: at + 1 }] : []
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

type Named = Typed & Pick<MenuField, 'fieldName'>

export const formValues = (fields: readonly Named[], texts: EntryTexts): EntryValues =>
  Object.fromEntries(fields.map((field) => [field.fieldName, toForm(field, texts[field.fieldName] ?? '')]))

export const textsOf = (fields: readonly Named[], values: EntryValues): Record<string, string> =>
  Object.fromEntries(fields.map((field) => [field.fieldName, toText(field, values[field.fieldName])]))

/** What a save and a preview send. */
export const pairsOf = (fields: readonly Named[], values: EntryValues): FieldPair[] =>
  fields.map((field) => ({ fieldName: field.fieldName, fieldValue: toText(field, values[field.fieldName]) }))
