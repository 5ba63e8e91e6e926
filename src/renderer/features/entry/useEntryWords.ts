import { useMemo } from 'react'
import { dictionaryOf } from '#shared/domain/contentFields.ts'
import { MULTI_LEVEL } from '#shared/domain/relationMark.ts'
import { titleOf } from '#renderer/features/media/picker/items.ts'
import { type EntryTexts, itemsOf } from './values.ts'
import { type ShownField, useFieldWords } from './useFieldWords.ts'

/** Whether the field's texts are ids. */
const hasIds = (field: ShownField): boolean =>
  field.fieldType.startsWith('Relation') || dictionaryOf(field)?.type === MULTI_LEVEL

/**
 * Readable texts of fields for comparisons: ids become titles once those are loaded.
 * @param shown the entries whose texts are needed
 */
export function useEntryWords(
  fields: readonly ShownField[],
  siteId: number,
  shown: readonly EntryTexts[],
): (field: ShownField, text: string) => string {
  const idFields = useMemo(() => fields.filter(hasIds), [fields])
  const titles = useFieldWords(idFields, siteId, shown)
  return (field, text) => (hasIds(field) ? titles(field, text) : wordsOf(field, text))
}

/** The readable text of a field: items by their titles, HTML without its tags. */
function wordsOf({ fieldType }: Pick<ShownField, 'fieldType'>, text: string): string {
  if (fieldType.startsWith('Batch'))
    return itemsOf(text)
      .map((item) => [titleOf(item), item.subTitle, item.note, item.link].filter(Boolean).join(' · '))
      .join('\n')
  return fieldType === 'Editor' ? htmlText(text) : text
}

const BLOCKS = 'p,div,h1,h2,h3,h4,h5,h6,li,tr,blockquote,pre,figure,section,hr'

/** The text of HTML: a line per block, a tab between cells, and a note for each image and video. Nothing is loaded. */
function htmlText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const skipped of body.querySelectorAll('script,style,template')) skipped.remove()
  for (const image of body.querySelectorAll('img'))
    image.replaceWith(`[图片 ${image.getAttribute('alt') || image.getAttribute('src') || ''}]`)
  for (const video of body.querySelectorAll('video,iframe'))
    video.replaceWith(`[视频 ${video.getAttribute('src') ?? ''}]`)
  for (const cell of body.querySelectorAll('td+td,th+th,td+th,th+td')) cell.prepend('\t')
  for (const line of body.querySelectorAll('br')) line.replaceWith('\n')
  for (const block of body.querySelectorAll(BLOCKS)) block.append('\n')
  return (body.textContent ?? '')
    .replaceAll('\u00A0', ' ')
    .replace(/\n{2,}/g, '\n')
    .trim()
}
