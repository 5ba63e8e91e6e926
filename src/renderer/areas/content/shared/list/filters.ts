import type { InputOf } from '#shared/contract/registry.ts'
import type { ListInput } from '#renderer/ui/list/listQuery.ts'
import type { ListColumn } from './listColumn.ts'
import { searchKind } from './search/searchKind.ts'

/** Filters of a content list beside the search text (B·§2). */
export interface ContentFilters {
  isStatus: string
  /** Days, `yyyy-MM-dd`; '' for open. */
  start: string
  end: string
  /** Searched texts by name of the search field. */
  fields: Record<string, string>
}
export const NO_FILTERS: ContentFilters = { isStatus: '', start: '', end: '', fields: {} }

/** The day of a bound of the date range. */
export const toDay = (bound: string): string => bound.slice(0, 'yyyy-MM-dd'.length)
const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/

/** The filter of a field; '' without one. An address typed by hand may contain any value. */
export function readFieldFilter(fields: Readonly<Record<string, unknown>>, fieldName: string): string {
  const value = fields[fieldName]
  return typeof value === 'string' ? value : ''
}

/** The filters as input of the list operations. Invalid values of an address typed by hand are dropped. */
export function toFilterInput(column: ListColumn, { isStatus, start, end, fields }: ContentFilters) {
  return {
    classId: column.id,
    siteId: column.siteId,
    isStatus: isStatus === 'true' ? true : isStatus === 'false' ? false : ('' as const),
    fieldKeyValuePairDTOList: column.searchField.flatMap((field) => {
      const fieldValue = readFieldFilter(fields, field.fieldName)
      const isSearched = searchKind(field) !== 'none' && fieldValue !== ''
      return isSearched ? [{ fieldName: field.fieldName, fieldValue }] : []
    }),
    startTime_createTime: DAY_PATTERN.test(start) ? `${start} 00:00` : '',
    // B·§9: the content list's range ends at 23:59, other lists' at 23:59:59.
    endTime_createTime: DAY_PATTERN.test(end) ? `${end} 23:59` : '',
  }
}

/** The input of a page of entries. */
export const toPageInput = (
  column: ListColumn,
  { page, size, key, ...filters }: ListInput<ContentFilters>,
): InputOf<'content.page'> => ({ page, size, key, ...toFilterInput(column, filters) })
