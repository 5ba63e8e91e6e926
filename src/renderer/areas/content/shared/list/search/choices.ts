import type { Classify } from '#shared/contract/classify.ts'
import type { SearchField } from '#shared/contract/column.ts'
import { MAX_OPTIONS } from '#shared/contract/content.ts'
import { parseRelation } from '#shared/domain/relationContent.ts'
import { MULTI_LEVEL, parseDictionaryMark } from '#shared/domain/relationMark.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { labelPageInput } from '#renderer/features/entry/labelPageInput.ts'
import type { FilterChoice } from './ChoiceFilter.tsx'

interface Choices {
  options: readonly FilterChoice[] | undefined
  failure: string | undefined
}

/** Entries of a multi-level dictionary; the value is the path of ids, as the form saves it (contradictions.md 85). */
const flattenPaths = (tree: readonly Classify[], parents: readonly Classify[] = []): FilterChoice[] =>
  tree.flatMap((entry) => {
    const path = [...parents, entry]
    const own = { value: path.map(({ id }) => id).join(','), title: path.map(({ title }) => title).join(' / ') }
    return [own, ...flattenPaths(entry.child, path)]
  })

const toChoice = (value: string): FilterChoice => ({ value, title: value })

/** The values of the dictionary of a field. */
export function useDictionaryChoices({ relationMark }: SearchField): Choices {
  const { id, type } = parseDictionaryMark(relationMark) ?? { id: 0, type: 0 }
  const isTree = type === MULTI_LEVEL
  const flat = useRead('dictionary.findById', { id }, { quiet: true, enabled: !isTree })
  const tree = useRead('classify.getTree', { id }, { quiet: true, enabled: isTree })
  const options = isTree ? tree.data && flattenPaths(tree.data) : flat.data?.value.map(toChoice)
  return { options, failure: (isTree ? tree : flat).error?.message }
}

/** Objects list numeric keys in ascending order; reversed, the newest entries come first. */
const toNewestFirst = (titles: Readonly<Record<string, string>>): FilterChoice[] =>
  Object.entries(titles)
    .map(([value, title]) => ({ value, title }))
    .toReversed()

interface ChoiceQuery {
  /** The chosen value; '' without one. */
  value: string
  /** The typed text. */
  key: string
}

/**
 * Entries of the columns of a relation field (B·§3, contradictions.md 76, 77). If the server truncates the list, the others
 * are found by typing.
 */
export function useEntryChoices(field: SearchField, siteId: number, { value, key }: ChoiceQuery): Choices {
  const input = { siteId, ...parseRelation(field.relationMark, field.defaultValue) }
  const { data, error } = useRead('content.selectOptions', input, { quiet: true })
  const isTruncated = data !== undefined && Object.keys(data).length >= MAX_OPTIONS
  const matches = useRead(
    'content.selectOptions',
    { ...input, key },
    { quiet: true, enabled: isTruncated && key !== '', keepPrevious: true },
  )
  const isValueMissing =
    isTruncated && data[value] === undefined && Number.isSafeInteger(Number(value)) && Number(value) > 0
  const valueOption = useRead(
    'content.selectOptions',
    { ...input, idList: [Number(value)] },
    { quiet: true, enabled: isValueMissing },
  )
  const shown = isTruncated && key !== '' ? matches.data : data
  return {
    options: shown && toNewestFirst({ ...shown, ...(isValueMissing ? valueOption.data : {}) }),
    failure: error?.message,
  }
}

export function useLabelChoices(siteId: number): Choices {
  const { data, error } = useRead('label.page', labelPageInput(siteId), { quiet: true })
  const options = data?.content.map(({ id, title, className }) => ({
    value: String(id),
    title: className ? `${className} / ${title}` : title,
  }))
  return { options, failure: error?.message }
}
