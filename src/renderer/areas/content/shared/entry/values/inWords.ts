import { titleOf } from '#renderer/features/media/picker/items.ts'
import type { FormField } from '../form/loadEntry.ts'
import { itemsOf } from '../form/values.ts'
import { htmlText } from './htmlText.ts'

/** What a field's text says to a person: items by their titles, HTML without its tags. */
export function wordsOf({ fieldType }: Pick<FormField, 'fieldType'>, text: string): string {
  if (fieldType.startsWith('Batch'))
    return itemsOf(text)
      .map((item) => [titleOf(item), item.subTitle, item.note, item.link].filter(Boolean).join(' · '))
      .join('\n')
  return fieldType === 'Editor' ? htmlText(text) : text
}
