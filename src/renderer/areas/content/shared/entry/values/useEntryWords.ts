import { useMemo } from 'react'
import { dictionaryOf } from '#shared/domain/contentFields.ts'
import { MULTI_LEVEL } from '#shared/domain/relationMark.ts'
import type { FormField } from '../form/loadEntry.ts'
import type { EntryTexts } from '../form/values.ts'
import { wordsOf } from './inWords.ts'
import { useFieldWords } from './useFieldWords.ts'

/** Are the field's texts ids? */
const isNumbers = (field: FormField): boolean =>
  field.fieldType.startsWith('Relation') || dictionaryOf(field)?.type === MULTI_LEVEL

/**
 * What the text of a field says to a person, for comparisons: the titles of what it names, once they are there.
 * @param shown the texts that are said.
 */
export function useEntryWords(
  fields: readonly FormField[],
  siteId: number,
  shown: readonly EntryTexts[],
): (field: FormField, text: string) => string {
  const numbers = useMemo(() => fields.filter(isNumbers), [fields])
  const titles = useFieldWords(numbers, siteId, shown)
  return (field, text) => (isNumbers(field) ? titles(field, text) : wordsOf(field, text))
}
