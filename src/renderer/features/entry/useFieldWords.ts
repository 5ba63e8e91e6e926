import { useMemo, useState } from 'react'
import type { Classify } from '#shared/contract/classify.ts'
import type { MenuField } from '#shared/contract/column.ts'
import type { OutputOf } from '#shared/contract/registry.ts'
import { choicesIn, dictionaryOf, readMediaItems } from '#shared/domain/contentFields.ts'
import { extractPlainText } from '#shared/domain/plainText.ts'
import { MULTI_LEVEL } from '#shared/domain/relationMark.ts'
import { MAX_OPTIONS } from '#shared/contract/content.ts'
import { entryText } from '#shared/domain/entry.ts'
import { parseRelation } from '#shared/domain/relationContent.ts'
import { splitIntoBatches } from '#shared/util/lists.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useReads } from '#renderer/data/useReads.ts'
import { nameOf } from '#renderer/features/media/picker/items.ts'
import { labelPageInput } from './labelPageInput.ts'
import { pathTitles } from './treePath.ts'

/** The properties of a field that displaying its text needs. */
export type ShownField = Pick<MenuField, 'fieldName' | 'fieldType' | 'relationMark' | 'defaultValue'>

/** The readable text of a field in a list. */
export type FieldWords = (field: ShownField, text: string) => string

/** Enough characters for a cell and its tooltip. */
const MAX_LENGTH = 500
const cut = (text: string): string => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH).toWellFormed()}…` : text)

/** Removes tags. The result is shown as text, so any markup left in it is harmless. */
const withoutTags = (html: string): string => extractPlainText(html.slice(0, 4000)).text.replaceAll(/\s+/g, ' ').trim()

const isTree = (field: ShownField): boolean => dictionaryOf(field)?.type === MULTI_LEVEL

/** Placeholder for titles that are being loaded. */
const WAITING = '…'

/**
 * Readable texts of a column's list fields: ids of dictionaries, labels and entries become titles once those are
 * loaded.
 * @param shown the visible rows; titles are read only for entries that they name
 */
export function useFieldWords(
  fields: readonly ShownField[],
  siteId: number,
  shown: readonly Readonly<Record<string, unknown>>[],
): FieldWords {
  const trees = useMemo(() => fields.filter(isTree), [fields])
  const treeReads = useReads(
    'classify.getTree',
    trees.map((field) => ({ id: dictionaryOf(field)?.id ?? 0 })),
  )
  const entryTitle = useEntryTitles(fields, siteId, shown)
  const labels = useRead('label.page', labelPageInput(siteId), {
    quiet: true,
    enabled: fields.some(({ fieldType }) => fieldType === 'RelationLabel'),
  })
  // A failed read counts as empty, so that texts don't wait for it forever.
  const labelAnswer = labels.isError ? NONE : labels.data?.content
  const treeAnswers = useStableList(treeReads.map((read) => (read.isError ? NONE : read.data)))

  return useMemo(
    () => wordsOf({ trees, treeAnswers, entryTitle, labels: labelAnswer }),
    [trees, treeAnswers, entryTitle, labelAnswer],
  )
}

const NONE: readonly never[] = []

interface LoadedTitles {
  trees: readonly ShownField[]
  /** The data of each tree; undefined while it is loading. */
  treeAnswers: readonly (readonly Classify[] | undefined)[]
  entryTitle: EntryTitle
  labels: Readonly<OutputOf<'label.page'>['content']> | undefined
}

const wordsOf =
  ({ trees, treeAnswers, entryTitle, labels }: LoadedTitles): FieldWords =>
  (field, text) => {
    if (text === '') return ''
    if (isTree(field)) {
      const tree = treeAnswers[trees.indexOf(field)]
      return tree ? pathTitles(tree, choicesIn(text)).join(' / ') : WAITING
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

/** Returns the title of an entry that a field refers to: … while it is loading, the entry's number when it is missing. */
type EntryTitle = (fieldName: string, id: string) => string

type Row = Readonly<Record<string, unknown>>

/** Ids in the texts of a field, unique and sorted, so that rows in another order cause no new call. */
function idsIn(rows: readonly Row[], { fieldName }: ShownField): number[] {
  const ids = new Set(rows.flatMap((row) => choicesIn(entryText(row, fieldName)).map(Number)))
  return [...ids].filter((id) => Number.isSafeInteger(id) && id > 0).toSorted((a, b) => a - b)
}

/** Titles of the entries that the RelationContent fields of the rows refer to, with one call per field. */
function useEntryTitles(fields: readonly ShownField[], siteId: number, rows: readonly Row[]): EntryTitle {
  const relations = useMemo(() => fields.filter(({ fieldType }) => fieldType === 'RelationContent'), [fields])
  // The ids of each relation field as one string: rows that are read again mostly have the same ids.
  const idLists = useStableList(relations.map((field) => idsIn(rows, field).join(',')))
  const requests = useMemo(
    () =>
      relations.flatMap(({ fieldName, relationMark, defaultValue }, at) =>
        splitIntoBatches(choicesIn(idLists[at] ?? '').map(Number), MAX_OPTIONS).map((idList) => ({
          name: fieldName,
          input: { siteId, ...parseRelation(relationMark, defaultValue), idList },
        })),
      ),
    [relations, idLists, siteId],
  )
  const reads = useReads(
    'content.selectOptions',
    requests.map(({ input }) => input),
  )
  const answers = useStableList(reads.map(({ data }) => data))
  // A failed read no longer counts as waiting: its entries are shown by number.
  const failed = useStableList(reads.map(({ isError }) => isError))
  return useMemo(() => {
    const titles = new Map<string, Readonly<Record<string, string>>>()
    const waiting = new Set<string>()
    for (const [at, { name }] of requests.entries()) {
      titles.set(name, { ...titles.get(name), ...answers[at] })
      if (!answers[at] && !failed[at]) waiting.add(name)
    }
    return (name, id) => titles.get(name)?.[id] || (waiting.has(name) ? '…' : `编号 ${id}`)
  }, [requests, answers, failed])
}

/** Returns the previous list while its items are the same. */
function useStableList<T>(list: readonly T[]): readonly T[] {
  const [kept, setKept] = useState(list)
  const isSame = kept.length === list.length && kept.every((each, at) => each === list[at])
  if (!isSame) setKept(list)
  return isSame ? kept : list
}
