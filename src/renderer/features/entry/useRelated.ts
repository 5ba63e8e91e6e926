import type { MenuField } from '#shared/contract/column.ts'
import { MAX_OPTIONS } from '#shared/contract/content.ts'
import { parseRelation } from '#shared/domain/relationContent.ts'
import { useRead } from '#renderer/data/useRead.ts'

type Source = Pick<MenuField, 'relationMark' | 'defaultValue'>

/** Input of `content.selectOptions`; `key` searches. */
export const relatedInput = (field: Source, siteId: number, key: string) => ({
  key,
  ...(siteId === 0 ? {} : { siteId }),
  ...parseRelation(field.relationMark, field.defaultValue),
})

/** Titles of chosen entries; missing ones are shown by id. */
export function useRelatedTitles(field: Source, siteId: number, ids: readonly string[]): (id: string) => string {
  const input = relatedInput(field, siteId, '')
  const options = useRead('content.selectOptions', input, { quiet: true, enabled: ids.length > 0 }).data
  const unknown = options ? ids.filter((id) => options[id] === undefined).map(Number) : []
  const others = useRead(
    'content.selectOptions',
    { ...input, idList: unknown.filter(Number.isSafeInteger).slice(0, MAX_OPTIONS) },
    { quiet: true, enabled: unknown.length > 0, keepPrevious: true },
  ).data
  return (id) => options?.[id] || others?.[id] || `编号 ${id}`
}
