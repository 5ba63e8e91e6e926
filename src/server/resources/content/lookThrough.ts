import { setImmediate as turn } from 'node:timers/promises'
import { type Kysely, sql, type SqlBool } from 'kysely'
import { engineOf } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import { inParts } from '#shared/util/lists.ts'
import { filtered, type Search, type Wanted } from './filters.ts'
import type { ContentColumn } from './rules.ts'

/** Texts of so many entries are looked at for one search, the newest ones: seconds. */
export const LOOKED = 100_000
/** Ids that one statement goes through, and entries whose texts one looks at: others have their turn between. */
const [RANGE, PART] = [50_000, 5000]

/** What a search found. */
interface Looked {
  /** Ids in the order of lists. */
  found: number[]
  /** Entries that were looked at. */
  looked: number
  /** false: others that have the words were not. */
  isAll: boolean
}

interface Place {
  id: number
  sort: number
}

/** Looks at the texts of the entries that have all the words, from the newest on, until `enough` of them were found. */
export async function lookThrough(
  db: Kysely<Database>,
  column: ContentColumn,
  wanted: Wanted,
  search: Search,
  { enough, most }: { enough: number; most: number },
): Promise<Looked> {
  const found: Place[] = []
  const end = (isAll: boolean): Looked => ({
    found: found.sort((a, b) => b.sort - a.sort || b.id - a.id).map(({ id }) => id),
    looked,
    isAll,
  })
  let looked = 0
  for await (const part of candidates(db, column, wanted, search, most + 1)) {
    const these = part.slice(0, most - looked)
    found.push(...(await passing(db, these, search)))
    looked += these.length
    if (these.length < part.length || found.length >= enough) return end(false)
    await turn()
  }
  return end(true)
}

/** The entries that have all the words, part by part, the newest first; from some `most` on not all of them. */
async function* candidates(
  db: Kysely<Database>,
  column: ContentColumn,
  wanted: Wanted,
  { words }: Search,
  most: number,
): AsyncGenerator<Place[], void> {
  const { top } = await db
    .selectFrom('content')
    .select((eb) => eb.fn.coalesce(eb.fn.max('id'), eb.lit(0)).as('top'))
    .executeTakeFirstOrThrow()
  // PostgreSQL would read the whole index for each range, and holds nobody up.
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
      .limit(most)
      .execute()
    yield* inParts(rows, PART)
    await turn()
  }
}

async function passing(db: Kysely<Database>, places: readonly Place[], { tests }: Search): Promise<Place[]> {
  const ids = places.map(({ id }) => id)
  const given =
    engineOf(db) === 'sqlite'
      ? sql<SqlBool>`content.id in (select value from json_each(${JSON.stringify(ids)}))`
      : sql<SqlBool>`content.id = any(${ids}::int[])`
  let wanted = db.selectFrom('content').select('content.id').where(given)
  for (const test of tests) wanted = wanted.where(test)
  const passed = new Set((await wanted.execute()).map(({ id }) => id))
  return places.filter(({ id }) => passed.has(id))
}
