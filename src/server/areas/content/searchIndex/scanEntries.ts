import { setImmediate as turn } from 'node:timers/promises'
import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import { engineOf } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import { AppError } from '#shared/errors/index.ts'
import { splitIntoBatches } from '#shared/util/lists.ts'
import { readTotal } from '../store/counts.ts'
import { selectByIndex, type Search, type EntryFilter } from './filters.ts'
import type { ContentColumn } from '../store/rules.ts'

/** Newest entries whose texts one search checks; takes seconds. */
export const MAX_CHECKED = 100_000
/** Ids per statement, and entries whose texts are checked per statement; other work runs in between. */
const [IDS_PER_RANGE, CHECKED_PER_QUERY] = [50_000, 5000]

/** Outcome of a scan. */
interface ScanResult {
  /** Ids in list order. */
  found: number[]
  /** Number of entries that were checked. */
  checkedCount: number
  /** False when entries with the words remain unchecked. */
  isAll: boolean
}

interface ScannedEntry {
  id: number
  sort: number
}

/** Checks the texts of entries with all the words, newest first, until `enough` matches are found. */
export async function scanEntries(
  db: Kysely<Database>,
  column: ContentColumn,
  wanted: EntryFilter,
  search: Search,
  { enough, most, signal }: { enough: number; most: number; signal?: AbortSignal },
): Promise<ScanResult> {
  const found: ScannedEntry[] = []
  const toResult = (isAll: boolean): ScanResult => ({
    found: found.sort((a, b) => b.sort - a.sort || b.id - a.id).map(({ id }) => id),
    checkedCount: looked,
    isAll,
  })
  let looked = 0
  for await (const part of readCandidates(db, column, wanted, search, most + 1)) {
    requireConnected(signal)
    const checked = part.slice(0, most - looked)
    found.push(...(await filterByTests(db, checked, search)))
    looked += checked.length
    if (checked.length < part.length || found.length >= enough) return toResult(false)
    await turn()
  }
  return toResult(true)
}

/** Stops long work when the client has disconnected. */
function requireConnected(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new AppError('cancelled', '已取消')
}

/**
 * Ids of all filtered entries, ascending, read by statements that let other work in between. AppError `cancelled`
 * after the signal.
 */
export async function findAllIds(
  db: Kysely<Database>,
  column: ContentColumn,
  wanted: EntryFilter,
  search: Search,
  signal: AbortSignal,
): Promise<number[]> {
  const { isRecycled } = wanted
  const isFew = search.words.length === 0 && (await readTotal(db, { classId: column.id, isRecycled })) <= IDS_PER_RANGE
  const parts = isFew
    ? [
        await selectByIndex(db, column, wanted, { ...search, tests: [] })
          .select(['content.id', 'sort'])
          .execute(),
      ]
    : readCandidates(db, column, wanted, search)
  const found: number[] = []
  for await (const part of parts) {
    requireConnected(signal)
    for (const { id } of search.tests.length > 0 ? await filterByTests(db, part, search) : part) found.push(id)
  }
  return found.sort((a, b) => a - b)
}

/** Yields the entries with all the words in batches, newest first. Each range yields at most `most` entries. */
async function* readCandidates(
  db: Kysely<Database>,
  column: ContentColumn,
  wanted: EntryFilter,
  { words }: Search,
  most?: number,
): AsyncGenerator<ScannedEntry[], void> {
  const { top } = await db
    .selectFrom('content')
    .select((eb) => eb.fn.coalesce(eb.fn.max('id'), eb.lit(0)).as('top'))
    .executeTakeFirstOrThrow()
  // PostgreSQL would read the whole index for every range, and its readers do not block writers, so it gets one
  // range.
  const range = engineOf(db) === 'sqlite' ? IDS_PER_RANGE : top
  for (let upTo = top; upTo > 0; upTo -= range) {
    const rows = await selectByIndex(
      db,
      column,
      { ...wanted, after: Math.max(0, upTo - range), upTo },
      { words, tests: [], checks: [] },
    )
      .select(['content.id', 'sort'])
      .orderBy('content.id', 'desc')
      .$if(most !== undefined, (query) => query.limit(most ?? 0))
      .execute()
    yield* splitIntoBatches(rows, CHECKED_PER_QUERY)
    await turn()
  }
}

/** Condition for more ids than a statement has bound values for. */
export const hasIds = (db: Kysely<Database>, ids: readonly number[]): RawBuilder<SqlBool> =>
  engineOf(db) === 'sqlite'
    ? sql`content.id in (select value from json_each(${JSON.stringify(ids)}))`
    : sql`content.id = any(${[...ids]}::int[])`

async function filterByTests(
  db: Kysely<Database>,
  places: readonly ScannedEntry[],
  { tests }: Search,
): Promise<ScannedEntry[]> {
  const given = hasIds(
    db,
    places.map(({ id }) => id),
  )
  let wanted = db.selectFrom('content').select('content.id').where(given)
  for (const test of tests) wanted = wanted.where(test)
  const passed = new Set((await wanted.execute()).map(({ id }) => id))
  return places.filter(({ id }) => passed.has(id))
}
