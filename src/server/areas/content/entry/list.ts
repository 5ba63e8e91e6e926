import type { CallContext } from '#server/http/context.ts'
import { parseRangeStart, parseRangeEnd } from '#server/http/dateFilter.ts'
import { pageOf } from '#server/http/paging.ts'
import type { ContentEntry } from '#shared/contract/content.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import type { EntryRow } from '../store/entries.ts'
import { readExcerpts } from '../searchIndex/excerpts.ts'
import type { EntryFilter } from '../searchIndex/filters.ts'
import { findPageIds } from '../searchIndex/ids.ts'
import { presentRow } from './present.ts'
import type { ContentColumn } from '../store/rules.ts'

type Paging = ParsedOf<'content.page'>

/** Combines a call's filters with the fixed conditions of its list. */
export function toFilter(
  input: Pick<Paging, 'key' | 'fieldKeyValuePairDTOList' | 'startTime_createTime' | 'endTime_createTime' | 'isStatus'>,
  of: Pick<EntryFilter, 'isRecycled' | 'isStatus'>,
): EntryFilter {
  const { key, fieldKeyValuePairDTOList: pairs, isStatus } = input
  return {
    key,
    pairs,
    from: parseRangeStart(input.startTime_createTime),
    to: parseRangeEnd(input.endTime_createTime),
    ...(isStatus !== undefined && { isStatus: isStatus ? 1 : 0 }),
    ...of,
  }
}

/** A page of a column with its list fields, ordered by descending sort, then descending id. */
export async function readColumnPage(
  { db }: CallContext,
  column: ContentColumn,
  wanted: EntryFilter,
  { page, size }: { page: number; size: number },
) {
  const { ids, total, atLeast, checkedCount } = await findPageIds(db, column, wanted, {
    size,
    offset: (page - 1) * size,
  })
  const rows = await db
    .selectFrom('content')
    .selectAll()
    .where('id', 'in', [...ids, 0])
    .execute()
  const excerpts = await readExcerpts(db, column, ids)
  const content = sortByIds(ids, rows).map((row) => presentRow(column, row, excerpts.get(row.id)))
  return {
    ...pageOf<ContentEntry>(content, total, size),
    ...(atLeast && { atLeast }),
    ...(checkedCount && { looked: checkedCount }),
  }
}

/** Orders the rows like the ids; ids without a row are left out. */
export function sortByIds(ids: readonly number[], rows: readonly EntryRow[]): EntryRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? [])
}
