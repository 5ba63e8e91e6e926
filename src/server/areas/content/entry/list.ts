import type { CallContext } from '#server/http/context.ts'
import { firstMoment, lastMoment } from '#server/http/dateFilter.ts'
import { pageOf } from '#server/http/paging.ts'
import type { ContentEntry } from '#shared/contract/content.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import type { EntryRow } from '../store/entries.ts'
import { beginningsOf } from '../searchIndex/excerpts.ts'
import type { Wanted } from '../searchIndex/filters.ts'
import { idsOf } from '../searchIndex/ids.ts'
import { presentRow } from './present.ts'
import type { ContentColumn } from '../store/rules.ts'

type Paging = ParsedOf<'content.page'>

/** Combines a call's filters with the fixed conditions of its list. */
export function wantedOf(
  input: Pick<Paging, 'key' | 'fieldKeyValuePairDTOList' | 'startTime_createTime' | 'endTime_createTime' | 'isStatus'>,
  of: Pick<Wanted, 'isRecycled' | 'isStatus'>,
): Wanted {
  const { key, fieldKeyValuePairDTOList: pairs, isStatus } = input
  return {
    key,
    pairs,
    from: firstMoment(input.startTime_createTime),
    to: lastMoment(input.endTime_createTime),
    ...(isStatus !== undefined && { isStatus: isStatus ? 1 : 0 }),
    ...of,
  }
}

/** A page of a column with its list fields, ordered by descending sort, then descending id. */
export async function pageOfColumn(
  { db }: CallContext,
  column: ContentColumn,
  wanted: Wanted,
  { page, size }: { page: number; size: number },
) {
  const { ids, total, atLeast, looked } = await idsOf(db, column, wanted, { size, offset: (page - 1) * size })
  const rows = await db
    .selectFrom('content')
    .selectAll()
    .where('id', 'in', [...ids, 0])
    .execute()
  const beginnings = await beginningsOf(db, column, ids)
  const content = inOrder(ids, rows).map((row) => presentRow(column, row, beginnings.get(row.id)))
  return { ...pageOf<ContentEntry>(content, total, size), ...(atLeast && { atLeast }), ...(looked && { looked }) }
}

/** Orders the rows like the ids; ids without a row are left out. */
export function inOrder(ids: readonly number[], rows: readonly EntryRow[]): EntryRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? [])
}
