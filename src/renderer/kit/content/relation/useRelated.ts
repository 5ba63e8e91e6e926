import type { MenuField } from '#shared/contract/column.ts'
import { entryTitle } from '#shared/domain/entry.ts'
import { readRelation } from '#shared/domain/relationContent.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useReads } from '#renderer/data/useReads.ts'

type Source = Pick<MenuField, 'relationMark' | 'defaultValue'>

/** What `content.selectOptions` is asked for; `key` searches. */
export const relatedInput = (field: Source, siteId: number, key: string) => ({
  key,
  ...(siteId === 0 ? {} : { siteId }),
  ...readRelation(field.relationMark, field.defaultValue),
})

/** Titles of chosen entries; those that can't be found are called by their number. */
export function useRelatedTitles(field: Source, siteId: number, ids: readonly string[]): (id: string) => string {
  const options = useRead('content.selectOptions', relatedInput(field, siteId, ''), {
    quiet: true,
    enabled: ids.length > 0,
  })
  // Options end at a thousand: what lies beyond is asked for by itself where the columns are known.
  const unknown = options.data ? ids.filter((id) => options.data[id] === undefined) : []
  const columns = unknown.length > 0 ? (readRelation(field.relationMark, field.defaultValue).classIdList ?? []) : []
  const found = useReads(
    'content.listByIds',
    columns.map((classId) => ({ classId, idList: unknown.map(Number) })),
  )
  return (id) => {
    const title = options.data?.[id]
    if (title !== undefined) return title || `编号 ${id}`
    const entry = found.flatMap(({ data }) => data ?? []).find((each) => String(each.id) === id)
    return entry ? entryTitle(entry, entry.id) : `编号 ${id}`
  }
}
