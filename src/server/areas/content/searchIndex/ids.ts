import type { Kysely } from 'kysely'
import { countRows } from '#server/db/countRows.ts'
import type { Database } from '#server/db/schema.ts'
import { readTotal } from '../store/counts.ts'
import { selectByIndex, type Search, createSearch, type EntryFilter, selectByScan } from './filters.ts'
import { MAX_CHECKED, scanEntries } from './scanEntries.ts'
import type { ContentColumn } from '../store/rules.ts'
import { countWithWords } from './searchIndex.ts'

/** A page of a list. */
interface Slice {
  size: number
  offset: number
}
/** Ids of a page, in list order. */
interface IdPage {
  ids: number[]
  total: number
  /** There are more than `total` entries; the exact number was not counted. */
  atLeast?: true
  /** Number of newest entries that were checked; older ones may match too. */
  checkedCount?: number
}

/** Counting stops here: nobody pages further, and each entry would have to be read. */
export const MAX_COUNTED = 10_000
/** Near the top, the number of entries with the words only has to be known up to MANY. */
const [NEAR_TOP, NEAR_TOP_COUNTED] = [100, 100_000]
/** Cost of passing one entry during a scan, measured in sorted hits: with and without checking its texts. */
const [CHECK_COST, PASS_COST] = [75, 2.5]

/** Do very many entries have all the words? */
export const isFrequent = async (db: Kysely<Database>, words: readonly string[]): Promise<boolean> =>
  words.length > 0 && (await countWithWords(db, words, MAX_COUNTED + 1)) > MAX_COUNTED

/** The ids of a page and the total, by the cheaper of two plans. @param most entries whose texts are checked */
export async function findPageIds(
  db: Kysely<Database>,
  column: ContentColumn,
  wanted: EntryFilter,
  slice: Slice,
  most = MAX_CHECKED,
): Promise<IdPage> {
  const search = createSearch(db, column, wanted)
  const { isRecycled, isStatus, from, to } = wanted
  const all = await readTotal(db, { classId: column.id, isRecycled, isStatus })
  if (all > 0 && (await isFrequent(db, search.words)))
    return findFrequentPageIds(db, column, wanted, { search, slice, all, most })
  const found = selectByIndex(db, column, wanted, search, all > 0)
  if (search.checks.length > 0) {
    const total = await countRows(found)
    return { ids: await readPageIds(found, total, slice), total }
  }
  if (from === undefined && to === undefined) return { ids: await readPageIds(found, all, slice), total: all }
  const total = await countRows(found)
  const isShorter = countPassed(slice, all, total) * PASS_COST < total
  return { ids: await readPageIds(isShorter ? selectByScan(db, column, wanted, search) : found, total, slice), total }
}

/** For frequent words: scans the column until the page is full, and counts only up to a limit. */
async function findFrequentPageIds(
  db: Kysely<Database>,
  column: ContentColumn,
  wanted: EntryFilter,
  { search, slice, all, most }: { search: Search; slice: Slice; all: number; most: number },
): Promise<IdPage> {
  const walk = selectByScan(db, column, wanted, search)
  if (search.tests.length > 0 && all > MAX_COUNTED) {
    const { found, checkedCount, isAll } = await scanEntries(db, column, wanted, search, {
      enough: MAX_COUNTED + 1,
      most,
    })
    if (found.length > MAX_COUNTED)
      return { ids: await readFromTop(walk, MAX_COUNTED, slice), total: MAX_COUNTED, atLeast: true }
    const ids = found.slice(slice.offset, slice.offset + slice.size)
    return { ids, total: found.length, ...(!isAll && { checkedCount }) }
  }
  const found = selectByIndex(db, column, wanted, search)
  const few = db.selectFrom(
    (all > MAX_COUNTED ? found : walk)
      .select('content.id')
      .limit(MAX_COUNTED + 1)
      .as('found'),
  )
  const { total } = await few.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const having = await countWithWords(
    db,
    search.words,
    slice.offset + slice.size > NEAR_TOP ? Number.MAX_SAFE_INTEGER : NEAR_TOP_COUNTED,
  )
  const isWalked = countPassed(slice, all, having) * CHECK_COST < having
  const wantedOnes = isWalked ? walk : found
  if (total <= MAX_COUNTED) return { ids: await readPageIds(wantedOnes, total, slice), total }
  return { ids: await readFromTop(wantedOnes, MAX_COUNTED, slice), total: MAX_COUNTED, atLeast: true }
}

type Query = ReturnType<typeof selectByIndex>

/** Entries that a scan passes until the end of the page. */
const countPassed = ({ size, offset }: Slice, all: number, belonging: number): number =>
  Math.min(all, ((offset + size) * all) / Math.max(belonging, 1))

/** The ids of a page of `total` entries, read from the nearer end. */
async function readPageIds(found: Query, total: number, { size, offset }: Slice): Promise<number[]> {
  const length = Math.min(size, total - offset)
  const behind = total - offset - length
  if (behind >= offset) return readFromTop(found, total, { size, offset })
  return length <= 0 ? [] : (await readIds(found, 'asc', { size: length, offset: behind })).toReversed()
}

/** The ids of a page, counted from the top; entries after the first `total` are left out. */
async function readFromTop(found: Query, total: number, { size, offset }: Slice): Promise<number[]> {
  return offset < total ? readIds(found, 'desc', { size: Math.min(size, total - offset), offset }) : []
}

async function readIds(found: Query, order: 'asc' | 'desc', { size, offset }: Slice): Promise<number[]> {
  const sorted = found.select('content.id').orderBy('sort', order).orderBy('content.id', order)
  return (await sorted.limit(size).offset(offset).execute()).map(({ id }) => id)
}
