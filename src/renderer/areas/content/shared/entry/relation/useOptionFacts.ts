import type { ContentEntry } from '#shared/contract/content.ts'
import { readRelation } from '#shared/domain/relationContent.ts'
import { useReads } from '#renderer/data/useReads.ts'
import type { FormField } from '../form/loadEntry.ts'

export interface OptionFacts {
  isPublished: boolean
  created: string
  column: string
}

/**
 * Status, date and column of the entries that are shown, by id; without them where the field names its columns by a mark,
 * or one of them can't be read.
 */
export function useOptionFacts(field: FormField, ids: readonly string[]): ReadonlyMap<string, OptionFacts> {
  const { classIdList = [] } = readRelation(field.relationMark, field.defaultValue)
  const idList = ids.map(Number).filter(Number.isSafeInteger)
  const asked = idList.length > 0 ? classIdList : []
  const entries = useReads(
    'content.listByIds',
    asked.map((classId) => ({ classId, idList })),
  )
  const columns = useReads(
    'column.findById',
    asked.map((id) => ({ id })),
  )
  const facts = asked.flatMap((_classId, at) => {
    const column = columns[at]?.data?.title ?? ''
    return (entries[at]?.data ?? []).map((entry) => [String(entry.id), factsOf(entry, column)] as const)
  })
  return new Map(facts)
}

const factsOf = ({ isStatus, createTime }: ContentEntry, column: string): OptionFacts => ({
  isPublished: isStatus,
  created: createTime.slice(0, 10),
  column,
})
