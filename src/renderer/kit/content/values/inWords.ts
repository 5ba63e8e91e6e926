import { titleOf } from '#renderer/kit/mediaPicker/items.ts'
import type { FormField } from '../form/loadEntry.ts'
import { itemsOf, toText } from '../form/values.ts'
import { htmlText } from './htmlText.ts'

/** A value of the form in words, for comparisons; undefined where the value says itself. */
export function inWordsOf(fields: readonly FormField[], name: string, value: unknown): string | undefined {
  const field = fields.find(({ fieldName }) => fieldName === name)
  if (!field) return undefined
  return wordsOf(field, toText(field, value))
}

/** What a field's text says to a person: items by their titles, HTML without its tags. */
export function wordsOf({ fieldType }: Pick<FormField, 'fieldType'>, text: string): string {
  if (fieldType.startsWith('Batch'))
    return itemsOf(text)
      .map((item) => [titleOf(item), item.subTitle, item.note, item.link].filter(Boolean).join(' · '))
      .join('\n')
  return fieldType === 'Editor' ? htmlText(text) : text
}
