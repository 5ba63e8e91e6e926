import { useMemo, useState } from 'react'
import type { Classify } from '#shared/contract/classify.ts'
import type { MenuField } from '#shared/contract/column.ts'
import type { OutputOf } from '#shared/contract/registry.ts'
import { choicesIn, dictionaryOf, readMediaItems } from '#shared/domain/contentFields.ts'
import { readRelation } from '#shared/domain/relationContent.ts'
import { MULTI_LEVEL } from '#shared/domain/relationMark.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useReads } from '#renderer/data/useReads.ts'
import { nameOf } from '#renderer/kit/mediaPicker/items.ts'
import { labelsOf } from '../relation/labelsOf.ts'

/** What a field's text says in a list. */
export type FieldWords = (field: MenuField, text: string) => string

/** Enough of a text for a cell and its tooltip. */
const SHOWN = 500
const cut = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN).toWellFormed()}…` : text)

/** It is shown as text, whatever it holds. */
const withoutTags = (html: string): string =>
  html
    .slice(0, 2000)
    .replaceAll(/<[^>]*>|&nbsp;/g, ' ')
    .trim()

const isTree = (field: MenuField): boolean => dictionaryOf(field)?.type === MULTI_LEVEL

/** The titles along a way of ids through a tree; what is gone stands as its number. */
function titlesOf(tree: readonly Classify[], [first, ...rest]: readonly string[]): string[] {
  if (first === undefined) return []
  const here = tree.find(({ id }) => String(id) === first)
  return [here?.title ?? `编号 ${first}`, ...titlesOf(here?.child ?? [], rest)]
}

/** The list before, as long as the same things stand in it. */
function useSame<T>(list: readonly T[]): readonly T[] {
  const [kept, setKept] = useState(list)
  const isSame = kept.length === list.length && kept.every((each, at) => each === list[at])
  if (!isSame) setKept(list)
  return isSame ? kept : list
}

/** Words for the list fields of a column: ids of dictionaries, labels and entries become their titles once they are there. */
export function useFieldWords(fields: readonly MenuField[], siteId: number): FieldWords {
  const trees = useMemo(() => fields.filter(isTree), [fields])
  const relations = useMemo(() => fields.filter(({ fieldType }) => fieldType === 'RelationContent'), [fields])
  const treeReads = useReads(
    'classify.getTree',
    trees.map((field) => ({ id: dictionaryOf(field)?.id ?? 0 })),
  )
  const relationReads = useReads(
    'content.selectOptions',
    relations.map(({ relationMark, defaultValue }) => ({ siteId, ...readRelation(relationMark, defaultValue) })),
  )
  const labels = useRead('label.page', labelsOf(siteId), {
    quiet: true,
    enabled: fields.some(({ fieldType }) => fieldType === 'RelationLabel'),
  }).data
  const treeAnswers = useSame(treeReads.map((read) => read.data))
  const relationAnswers = useSame(relationReads.map((read) => read.data))

  return useMemo(
    () => wordsOf({ trees, treeAnswers, relations, relationAnswers, labels }),
    [trees, treeAnswers, relations, relationAnswers, labels],
  )
}

interface Known {
  trees: readonly MenuField[]
  /** Of the trees, in their order; undefined until it is there. */
  treeAnswers: readonly (readonly Classify[] | undefined)[]
  relations: readonly MenuField[]
  relationAnswers: readonly (Readonly<Record<string, string>> | undefined)[]
  labels: OutputOf<'label.page'> | undefined
}

const wordsOf =
  ({ trees, treeAnswers, relations, relationAnswers, labels }: Known): FieldWords =>
  (field, text) => {
    if (text === '') return ''
    if (isTree(field)) return titlesOf(treeAnswers[trees.indexOf(field)] ?? [], choicesIn(text)).join(' / ')
    switch (field.fieldType) {
      case 'RelationContent': {
        const titles = relationAnswers[relations.indexOf(field)]
        return choicesIn(text)
          .map((id) => titles?.[id] ?? `编号 ${id}`)
          .join('、')
      }
      case 'RelationLabel':
        return choicesIn(text)
          .map((id) => labels?.content.find((label) => String(label.id) === id)?.title ?? `编号 ${id}`)
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
