import { useMemo } from 'react'
import type { Classify } from '#shared/contract/classify.ts'
import type { MenuField } from '#shared/contract/column.ts'
import type { OutputOf } from '#shared/contract/registry.ts'
import { choicesIn, dictionaryOf, readMediaItems } from '#shared/domain/contentFields.ts'
import { plainTextOf } from '#shared/domain/plainText.ts'
import { MULTI_LEVEL } from '#shared/domain/relationMark.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useReads } from '#renderer/data/useReads.ts'
import { nameOf } from '#renderer/features/media/picker/items.ts'
import { labelsOf } from '../relation/labelsOf.ts'
import { type EntryTitle, useEntryTitles } from './useEntryTitles.ts'
import { useSame } from './useSame.ts'

/** What a field's text says in a list. */
export type FieldWords = (field: MenuField, text: string) => string

/** Enough of a text for a cell and its tooltip. */
const SHOWN = 500
const cut = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN).toWellFormed()}…` : text)

/** It is shown as text, whatever it holds. */
const withoutTags = (html: string): string => plainTextOf(html.slice(0, 4000)).text.replaceAll(/\s+/g, ' ').trim()

const isTree = (field: MenuField): boolean => dictionaryOf(field)?.type === MULTI_LEVEL

/** Titles that are not there yet. */
const WAITING = '…'

/** The titles along a way of ids through a tree; what is gone stands as its number. */
function titlesOf(tree: readonly Classify[], [first, ...rest]: readonly string[]): string[] {
  if (first === undefined) return []
  const here = tree.find(({ id }) => String(id) === first)
  return [here?.title ?? `编号 ${first}`, ...titlesOf(here?.child ?? [], rest)]
}

/**
 * Words for the list fields of a column: ids of dictionaries, labels and entries become their titles once they are there.
 * @param shown the rows whose texts are said: titles of entries are read for what stands in them alone.
 */
export function useFieldWords(
  fields: readonly MenuField[],
  siteId: number,
  shown: readonly Readonly<Record<string, unknown>>[],
): FieldWords {
  const trees = useMemo(() => fields.filter(isTree), [fields])
  const treeReads = useReads(
    'classify.getTree',
    trees.map((field) => ({ id: dictionaryOf(field)?.id ?? 0 })),
  )
  const entryTitle = useEntryTitles(fields, siteId, shown)
  const labels = useRead('label.page', labelsOf(siteId), {
    quiet: true,
    enabled: fields.some(({ fieldType }) => fieldType === 'RelationLabel'),
  })
  // Without an answer nothing is known, and nothing more comes.
  const labelAnswer = labels.isError ? NONE : labels.data?.content
  const treeAnswers = useSame(treeReads.map((read) => (read.isError ? NONE : read.data)))

  return useMemo(
    () => wordsOf({ trees, treeAnswers, entryTitle, labels: labelAnswer }),
    [trees, treeAnswers, entryTitle, labelAnswer],
  )
}

const NONE: readonly never[] = []

interface Known {
  trees: readonly MenuField[]
  /** Of the trees, in their order; undefined until it is there. */
  treeAnswers: readonly (readonly Classify[] | undefined)[]
  entryTitle: EntryTitle
  labels: Readonly<OutputOf<'label.page'>['content']> | undefined
}

const wordsOf =
  ({ trees, treeAnswers, entryTitle, labels }: Known): FieldWords =>
  (field, text) => {
    if (text === '') return ''
    if (isTree(field)) {
      const tree = treeAnswers[trees.indexOf(field)]
      return tree ? titlesOf(tree, choicesIn(text)).join(' / ') : WAITING
    }
    switch (field.fieldType) {
      case 'RelationContent':
        return choicesIn(text)
          .map((id) => entryTitle(field.fieldName, id))
          .join('、')
      case 'RelationLabel':
        if (!labels) return WAITING
        return choicesIn(text)
          .map((id) => labels.find((label) => String(label.id) === id)?.title ?? `编号 ${id}`)
          .join('、')
      case 'BatchPhoto':
      case 'BatchVideo':
      case 'BatchFile':
        return `${readMediaItems(text)?.length ?? 0} 项`
      case 'Video':
      case 'File':
        return nameOf(text)
      case 'Editor':
        return cut(withoutTags(text))
      default:
        return choicesIn(text).length > 1 && dictionaryOf(field) ? choicesIn(text).join('、') : cut(text)
    }
  }
