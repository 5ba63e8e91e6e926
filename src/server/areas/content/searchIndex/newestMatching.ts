import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import { engineOf } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import { splitIntoBatches } from '#shared/util/lists.ts'
import { type IndexName, toFtsQuery } from './searchIndex.ts'

/** Entries that have the words, newest first. */
export interface MatchingEntries {
  ids: number[]
  /** No other entry has the words. */
  isAll: boolean
}

/** Alternatives per statement. */
const ALTERNATIVES_PER_QUERY = 200
/** Hits that PostgreSQL reads and sorts; words with more hits are frequent. */
const MAX_SORTED = 5000
/** Newest entries that are scanned for frequent words. */
export const MAX_SCANNED_NEWEST = 50_000

/** Search conditions. */
interface WordQuery {
  index: IndexName
  /** Words of one column each; an entry must have all words of one alternative. */
  alternatives: readonly (readonly string[])[]
  /**
   * Scans the last MAX_SCANNED_NEWEST entries and returns the newest ids with the words; only called for frequent
   * words.
   */
  scan: (most: number) => Promise<number[]>
}

/**
 * Finds the newest entries, in any state, that have all words of one alternative. The cost does not grow with the
 * number of entries: SQLite's index is read from its newest entry on, PostgreSQL's up to a number of hits.
 */
export async function findNewestMatching(
  db: Kysely<Database>,
  { index, alternatives, scan }: WordQuery,
  { looked }: { looked: number },
): Promise<MatchingEntries> {
  const isEmbedded = engineOf(db) === 'sqlite'
  const most = isEmbedded ? looked + 1 : MAX_SORTED + 1
  const ids = new Set<number>()
  let isAll = true
  for (const part of splitIntoBatches(alternatives, ALTERNATIVES_PER_QUERY)) {
    const found = await (isEmbedded ? findInFts : findInGin)(db, index, part, most)
    for (const id of found) ids.add(id)
    isAll &&= found.length < most
  }
  // GIN is unordered, so the newest hits of frequent words may be missing; the scan finds them. Hits that are
  // frequent only among old entries follow.
  const scanned = isEmbedded || isAll ? [] : await scan(looked)
  for (const id of scanned) ids.delete(id)
  const newest = [...scanned, ...[...ids].sort((a, b) => b - a)]
  return { ids: newest.slice(0, looked), isAll: isAll && newest.length <= looked }
}

type Find = (
  db: Kysely<Database>,
  index: IndexName,
  part: readonly (readonly string[])[],
  most: number,
) => Promise<number[]>

/** In descending rowid order FTS5 stops at the limit and sorts nothing. */
const findInFts: Find = async (db, index, part, most) => {
  const [from, any] = [sql.table(index), part.map((words) => `(${toFtsQuery(words)})`).join(' OR ')]
  const { rows } = await sql<{
    id: number
  }>`select rowid as id from ${from} where ${from} match ${any} order by rowid desc limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * MATERIALIZED makes the planner use the word index, as if all rows were read; LIMIT stops early. `random()` prevents
 * parallel workers: PostgreSQL overestimates the hits, and starting workers takes longer than reading.
 */
const findInGin: Find = async (db, index, part, most) => {
  const { rows } = await sql<{ id: number }>`
    with having_them as materialized (
      select "contentId" as id from ${sql.table(index)} where random() >= 0 and ${matchesAny(sql`words`, part)})
    select id from having_them limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

/** PostgreSQL: does an entry have all words of one alternative? */
export const matchesAny = (
  words: RawBuilder<unknown>,
  alternatives: readonly (readonly string[])[],
): RawBuilder<SqlBool> =>
  sql`(${sql.join(
    alternatives.map((each) => sql`${words} @> ${[...each]}::text[]`),
    sql` or `,
  )})`
