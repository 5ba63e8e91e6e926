import type { Kysely } from 'kysely'
import { countOf } from '#server/db/countOf.ts'
import type { Database } from '#server/db/schema.ts'
import { totalOf } from '../store/counts.ts'
import { filtered, type Search, searchFor, type Wanted, walked } from './filters.ts'
import { MAX_SCANNED, scanEntries } from './scanEntries.ts'
import type { ContentColumn } from '../store/rules.ts'
import { countWith } from './searchIndex.ts'

/** A page of a list. */
interface Slice {
  size: number
  offset: number
}
/** Ids of a page, in list order. */
interface Ids {
  ids: number[]
  total: number
  /** There are more than `total` entries; the exact number was not counted. */
  atLeast?: true
  /** Number of newest entries that were checked; older ones may match too. */
  looked?: number
}

/** Counting stops here: nobody pages further, and each entry would have to be read. */
export const COUNTED = 10_000
/** Near the top, the number of entries with the words only has to be known up to MANY. */
const [NEAR, MANY] = [100, 100_000]
/** Cost of passing one entry during a scan, measured in sorted hits: with and without checking its texts. */
const [LOOK, STEP] = [75, 2.5]

/** Do very many entries have all the words? */
export const isCommon = async (db: Kysely<Database>, words: readonly string[]): Promise<boolean> =>
  words.length > 0 && (await countWith(db, words, COUNTED + 1)) > COUNTED

/** The ids of a page and the total, by the cheaper of two plans. @param most entries whose texts are checked */
export async function idsOf(
  db: Kysely<Database>,
  column: ContentColumn,
  wanted: Wanted,
  slice: Slice,
  most = MAX_SCANNED,
): Promise<Ids> {
  const search = searchFor(db, column, wanted)
  const { isRecycled, isStatus, from, to } = wanted
  const all = await totalOf(db, { classId: column.id, isRecycled, isStatus })
  if (all > 0 && (await isCommon(db, search.words)))
    return idsOfCommon(db, column, wanted, { search, slice, all, most })
  const found = filtered(db, column, wanted, search, all > 0)
  if (search.checks.length > 0) {
    const total = await countOf(found)
    return { ids: await part(found, total, slice), total }
  }
  if (from === undefined && to === undefined) return { ids: await part(found, all, slice), total: all }
  const total = await countOf(found)
  const isShorter = wayTo(slice, all, total) * STEP < total
  return { ids: await part(isShorter ? walked(db, column, wanted, search) : found, total, slice), total }
}

/** For frequent words: scans the column until the page is full, and counts only up to a limit. */
async function idsOfCommon(
  db: Kysely<Database>,
  column: ContentColumn,
  wanted: Wanted,
  { search, slice, all, most }: { search: Search; slice: Slice; all: number; most: number },
): Promise<Ids> {
  const walk = walked(db, column, wanted, search)
  if (search.tests.length > 0 && all > COUNTED) {
    const { found, looked, isAll } = await scanEntries(db, column, wanted, search, { enough: COUNTED + 1, most })
    if (found.length > COUNTED) return { ids: await fromTop(walk, COUNTED, slice), total: COUNTED, atLeast: true }
    const ids = found.slice(slice.offset, slice.offset + slice.size)
    return { ids, total: found.length, ...(!isAll && { looked }) }
  }
  const found = filtered(db, column, wanted, search)
  const few = db.selectFrom(
    (all > COUNTED ? found : walk)
      .select('content.id')
      .limit(COUNTED + 1)
      .as('found'),
  )
  const { total } = await few.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const having = await countWith(db, search.words, slice.offset + slice.size > NEAR ? Number.MAX_SAFE_INTEGER : MANY)
  const isWalked = wayTo(slice, all, having) * LOOK < having
  const wantedOnes = isWalked ? walk : found
  if (total <= COUNTED) return { ids: await part(wantedOnes, total, slice), total }
  return { ids: await fromTop(wantedOnes, COUNTED, slice), total: COUNTED, atLeast: true }
}

type Query = ReturnType<typeof filtered>

/** Entries that a scan passes until the end of the page. */
const wayTo = ({ size, offset }: Slice, all: number, belonging: number): number =>
  Math.min(all, ((offset + size) * all) / Math.max(belonging, 1))

/** The ids of a page of `total` entries, read from the nearer end. */
async function part(found: Query, total: number, { size, offset }: Slice): Promise<number[]> {
  const length = Math.min(size, total - offset)
  const behind = total - offset - length
  if (behind >= offset) return fromTop(found, total, { size, offset })
  return length <= 0 ? [] : (await idsIn(found, 'asc', { size: length, offset: behind })).toReversed()
}

/** The ids of a page, counted from the top; entries after the first `total` are left out. */
async function fromTop(found: Query, total: number, { size, offset }: Slice): Promise<number[]> {
  return offset < total ? idsIn(found, 'desc', { size: Math.min(size, total - offset), offset }) : []
}

async function idsIn(found: Query, order: 'asc' | 'desc', { size, offset }: Slice): Promise<number[]> {
  const sorted = found.select('content.id').orderBy('sort', order).orderBy('content.id', order)
  return (await sorted.limit(size).offset(offset).execute()).map(({ id }) => id)
}
