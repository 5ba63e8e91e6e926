import type { Classify } from '#shared/contract/classify.ts'
import type { SearchField } from '#shared/contract/column.ts'
import { readRelation } from '#shared/domain/relationContent.ts'
import { MULTI_LEVEL, readDictionaryMark } from '#shared/domain/relationMark.ts'
import { useRead } from '#renderer/data/useRead.ts'
import type { FilterChoice } from './ChoiceFilter.tsx'

interface Choices {
  options: readonly FilterChoice[] | undefined
  failure: string | undefined
}

/** Entries of a multi-level dictionary: the value is the way of ids to it, as the form saves it (contradictions.md 85). */
const ways = (tree: readonly Classify[], above: readonly Classify[] = []): FilterChoice[] =>
  tree.flatMap((entry) => {
    const way = [...above, entry]
    const own = { value: way.map(({ id }) => id).join(','), title: way.map(({ title }) => title).join(' / ') }
    return [own, ...ways(entry.child, way)]
  })

const asItIs = (value: string): FilterChoice => ({ value, title: value })

/** The values of the dictionary that the field names. */
export function useDictionaryChoices({ relationMark }: SearchField): Choices {
  const { id, type } = readDictionaryMark(relationMark) ?? { id: 0, type: 0 }
  const isTree = type === MULTI_LEVEL
  const flat = useRead('dictionary.findById', { id }, { quiet: true, enabled: !isTree })
  const tree = useRead('classify.getTree', { id }, { quiet: true, enabled: isTree })
  const options = isTree ? tree.data && ways(tree.data) : flat.data?.value.map(asItIs)
  return { options, failure: (isTree ? tree : flat).error?.message }
}

/** Entries of the columns that the field names, from the server (B·§3, contradictions.md 76, 77). */
export function useEntryChoices({ relationMark, defaultValue }: SearchField, siteId: number): Choices {
  const { data, error } = useRead(
    'content.selectOptions',
    { siteId, ...readRelation(relationMark, defaultValue) },
    { quiet: true },
  )
  const options = data && Object.entries(data).map(([value, title]) => ({ value, title }))
  return { options, failure: error?.message }
}

/** A·§9: as many as a dictionary has at most. */
const LABELS = 1000

export function useLabelChoices(siteId: number): Choices {
  const { data, error } = useRead('label.page', { siteId, page: 1, size: LABELS }, { quiet: true })
  const options = data?.content.map(({ id, title, className }) => ({
    value: String(id),
    title: className ? `${className} / ${title}` : title,
  }))
  return { options, failure: error?.message }
}
