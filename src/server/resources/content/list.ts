import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { CallContext } from '#server/http/context.ts'
import { pageOf } from '#server/http/paging.ts'
import type { ContentEntry } from '#shared/contract/content.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { AppError } from '#shared/errors/index.ts'
import { totalOf } from './counts.ts'
import type { EntryRow } from './entries.ts'
import { filtered, searchFor, type Wanted } from './filters.ts'
import { presentRow } from './present.ts'
import type { ContentColumn } from './rules.ts'

type Paging = ParsedOf<'content.page'>

/** What a call asks for, of the entries that its list is about. */
export function wantedOf(
  input: Pick<Paging, 'key' | 'fieldKeyValuePairDTOList' | 'startTime_createTime' | 'endTime_createTime' | 'isStatus'>,
  of: Pick<Wanted, 'isRecycled' | 'isStatus'>,
): Wanted {
  const { key, fieldKeyValuePairDTOList: pairs, isStatus } = input
  return {
    key,
    pairs,
    from: boundary(input.startTime_createTime, ' 00:00:00.000'),
    to: boundary(input.endTime_createTime, ' 23:59:59.999'),
    ...(isStatus !== undefined && { isStatus: isStatus ? 1 : 0 }),
    ...of,
  }
}

/** A time in the server's zone, as lists show times; what is left out is taken from `rest`. */
export function boundary(text: string, rest: string): number | undefined {
  if (text === '') return undefined
  const time = new Date(`${text}${rest.slice(text.length - 10)}`.replace(' ', 'T')).getTime()
  if (Number.isNaN(time)) throw new AppError('invalid', `日期 ${text} 不存在，请重新选择`)
  return time
}

/** More than this in a range of days: the order is walked instead of the range sorted. */
const WIDE = 2000

/** A page of a column, larger sort first, then the newer; list fields only. */
export async function pageOfColumn(
  { db }: CallContext,
  column: ContentColumn,
  wanted: Wanted,
  { page, size }: { page: number; size: number },
) {
  const { ids, total } = await idsOf(db, column, wanted, { size, offset: (page - 1) * size })
  const rows = await db
    .selectFrom('content')
    .selectAll()
    .where('id', 'in', [...ids, 0])
    .execute()
  return pageOf<ContentEntry>(
    inOrder(ids, rows).map((row) => presentRow(column, row)),
    total,
    size,
  )
}

async function idsOf(
  db: Kysely<Database>,
  column: ContentColumn,
  wanted: Wanted,
  { size, offset }: { size: number; offset: number },
): Promise<{ ids: number[]; total: number }> {
  const search = searchFor(db, column, wanted)
  const ranged = wanted.from !== undefined || wanted.to !== undefined
  const searched = search.words.length > 0 || search.tests.length > 0
  const found = filtered(db, column, wanted, search)
  const part = (query: typeof found) =>
    query.select('content.id').orderBy('sort', 'desc').orderBy('content.id', 'desc').limit(size).offset(offset)
  const count = async () =>
    (await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()).total
  if (searched) {
    const total = await count()
    const rows = total > offset ? await part(found).execute() : []
    return { ids: rows.map((row) => row.id), total }
  }
  const { isRecycled, isStatus, from = 0, to = Number.MAX_SAFE_INTEGER } = wanted
  const total = ranged ? await count() : await totalOf(db, { classId: column.id, isRecycled, isStatus })
  const walked = filtered(db, column, { ...wanted, from: undefined, to: undefined }, search).where(
    sql<boolean>`"createTime" + 0 between ${from} and ${to}`,
  )
  const rows = await part(ranged && total > WIDE ? walked : found).execute()
  return { ids: rows.map((row) => row.id), total }
}

/** The rows in the order of the ids; those that aren't there are left out. */
export function inOrder(ids: readonly number[], rows: readonly EntryRow[]): EntryRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? [])
}
