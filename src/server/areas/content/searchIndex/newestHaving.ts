import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import { engineOf } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import { inParts } from '#shared/util/lists.ts'
import { type Index, matchOf } from './searchIndex.ts'

/** Entries that have the words, the newest first. */
export interface Having {
  ids: number[]
  /** No other entry has them. */
  isAll: boolean
}

/** In one statement. */
const ALTERNATIVES = 200
/** PostgreSQL reads and sorts so many; words that more entries have are common. */
const SORTED = 5000
/** The newest entries that are looked at one by one for common words. */
export const WALKED = 50_000

/** What is looked for. */
interface Wanted {
  index: Index
  /** Words of one column each: an entry has all of one. */
  alternatives: readonly (readonly string[])[]
  /** Ids of the newest of the last WALKED entries that have the words, at most so many; asked for when they are common. */
  walk: (most: number) => Promise<number[]>
}

/**
 * The newest entries that have all words of one of the alternatives, in whatever state. What it costs does not grow with the
 * number of entries: the embedded index is read from its newest entry on, PostgreSQL's up to a number of hits.
 */
export async function newestHaving(
  db: Kysely<Database>,
  { index, alternatives, walk }: Wanted,
  { looked }: { looked: number },
): Promise<Having> {
  const isEmbedded = engineOf(db) === 'sqlite'
  const most = isEmbedded ? looked + 1 : SORTED + 1
  const ids = new Set<number>()
  let isAll = true
  for (const part of inParts(alternatives, ALTERNATIVES)) {
    const found = await (isEmbedded ? inFts : inGin)(db, index, part, most)
    for (const id of found) ids.add(id)
    isAll &&= found.length < most
  }
  // GIN gives no order: the newest of common words may be missing. Words as common as these are among the newest entries,
  // unless they are common in old ones alone, which follow.
  const before = isEmbedded || isAll ? [] : await walk(looked)
  for (const id of before) ids.delete(id)
  const newest = [...before, ...[...ids].sort((a, b) => b - a)]
  return { ids: newest.slice(0, looked), isAll: isAll && newest.length <= looked }
}

type Find = (
  db: Kysely<Database>,
  index: Index,
  part: readonly (readonly string[])[],
  most: number,
) => Promise<number[]>

/** By descending rowid FTS5 stops at the limit, and sorts nothing. */
const inFts: Find = async (db, index, part, most) => {
  const [from, any] = [sql.table(index), part.map((words) => `(${matchOf(words)})`).join(' OR ')]
  const { rows } = await sql<{
    id: number
  }>`select rowid as id from ${from} where ${from} match ${any} order by rowid desc limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * A materialised part is planned as if all of it were read, which is by the index of words, and read up to the limit. With `random()`
 * no other processes are started for it: PostgreSQL expects many more hits than there are, and starting takes longer than reading.
 */
const inGin: Find = async (db, index, part, most) => {
  const { rows } = await sql<{ id: number }>`
    with having_them as materialized (
      select "contentId" as id from ${sql.table(index)} where random() >= 0 and ${haveOne(sql`words`, part)})
    select id from having_them limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

/** PostgreSQL: do the words of an entry hold all of one of the alternatives? */
export const haveOne = (
  words: RawBuilder<unknown>,
  alternatives: readonly (readonly string[])[],
): RawBuilder<SqlBool> =>
  sql`(${sql.join(
    alternatives.map((each) => sql`${words} @> ${[...each]}::text[]`),
    sql` or `,
  )})`
