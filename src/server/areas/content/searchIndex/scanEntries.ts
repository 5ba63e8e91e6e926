import { setImmediate as turn } from 'node:timers/promises'
import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import { engineOf } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import { AppError } from '#shared/errors/index.ts'
import { inParts } from '#shared/util/lists.ts'
import { totalOf } from '../store/counts.ts'
import { filtered, type Search, type Wanted } from './filters.ts'
import type { ContentColumn } from '../store/rules.ts'

/** Newest entries whose texts one search checks; takes seconds. */
export const MAX_SCANNED = 100_000
/** Ids per statement, and entries whose texts are checked per statement; other work runs in between. */
const [RANGE, PART] = [50_000, 5000]

/** Outcome of a scan. */
interface Looked {
  /** Ids in list order. */
  found: number[]
  /** Number of entries that were checked. */
  looked: number
  /** False when entries with the words remain unchecked. */
  isAll: boolean
}

interface Place {
  id: number
  sort: number
}

/** Checks the texts of entries with all the words, newest first, until `enough` matches are found. */
export async function scanEntries(
  db: Kysely<Database>,
  column: ContentColumn,
  wanted: Wanted,
  search: Search,
  { enough, most, signal }: { enough: number; most: number; signal?: AbortSignal },
): Promise<Looked> {
  const found: Place[] = []
  const end = (isAll: boolean): Looked => ({
    found: found.sort((a, b) => b.sort - a.sort || b.id - a.id).map(({ id }) => id),
    looked,
    isAll,
  })
  let looked = 0
  for await (const part of candidates(db, column, wanted, search, most + 1)) {
    requireReader(signal)
    const these = part.slice(0, most - looked)
    found.push(...(await passing(db, these, search)))
    looked += these.length
    if (these.length < part.length || found.length >= enough) return end(false)
    await turn()
  }
  return end(true)
}

/** Stops long work when the client has disconnected. */
function requireReader(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new AppError('cancelled', '已取消')
}

/**
 * Ids of all filtered entries, ascending, read by statements that let other work in between. AppError `cancelled`
 * after the signal.
 */
export async function idsOfAll(
  db: Kysely<Database>,
  column: ContentColumn,
  wanted: Wanted,
  search: Search,
  signal: AbortSignal,
): Promise<number[]> {
  const { isRecycled } = wanted
  const isFew = search.words.length === 0 && (await totalOf(db, { classId: column.id, isRecycled })) <= RANGE
  const parts = isFew
    ? [
        await filtered(db, column, wanted, { ...search, tests: [] })
          .select(['content.id', 'sort'])
          .execute(),
      ]
    : candidates(db, column, wanted, search)
  const found: number[] = []
  for await (const part of parts) {
    requireReader(signal)
    for (const { id } of search.tests.length > 0 ? await passing(db, part, search) : part) found.push(id)
  }
  return found.sort((a, b) => a - b)
}

/** Yields the entries with all the words in batches, newest first. Each range yields at most `most` entries. */
async function* candidates(
  db: Kysely<Database>,
  column: ContentColumn,
  wanted: Wanted,
  { words }: Search,
  most?: number,
): AsyncGenerator<Place[], void> {
  const { top } = await db
    .selectFrom('content')
    .select((eb) => eb.fn.coalesce(eb.fn.max('id'), eb.lit(0)).as('top'))
    .executeTakeFirstOrThrow()
  // PostgreSQL would read the whole index for every range, and its readers do not block writers, so it gets one
  // range.
  const range = engineOf(db) === 'sqlite' ? RANGE : top
  for (let upTo = top; upTo > 0; upTo -= range) {
    const rows = await filtered(
      db,
      column,
      { ...wanted, after: Math.max(0, upTo - range), upTo },
      { words, tests: [], checks: [] },
    )
      .select(['content.id', 'sort'])
      .orderBy('content.id', 'desc')
      .$if(most !== undefined, (query) => query.limit(most ?? 0))
      .execute()
    yield* inParts(rows, PART)
    await turn()
  }
}

/** Condition for more ids than a statement has bound values for. */
export const withIds = (db: Kysely<Database>, ids: readonly number[]): RawBuilder<SqlBool> =>
  engineOf(db) === 'sqlite'
    ? sql`content.id in (select value from json_each(${JSON.stringify(ids)}))`
    : sql`content.id = any(${[...ids]}::int[])`

async function passing(db: Kysely<Database>, places: readonly Place[], { tests }: Search): Promise<Place[]> {
  const given = withIds(
    db,
    places.map(({ id }) => id),
  )
  let wanted = db.selectFrom('content').select('content.id').where(given)
  for (const test of tests) wanted = wanted.where(test)
  const passed = new Set((await wanted.execute()).map(({ id }) => id))
  return places.filter(({ id }) => passed.has(id))
}
