import { type Selectable, sql } from 'kysely'
import { computeInitials, parseInitials } from '#server/db/initials.ts'
import type { Database } from '#server/db/schema.ts'
import { contains } from '#server/db/search.ts'
import type { CallContext } from '#server/http/context.ts'
import { grantedSiteIds } from '#server/siteAccess.ts'
import { COLUMN_TYPE, manageUrlOf } from '#shared/domain/columnType.ts'
import { contentRefusal } from '#shared/domain/contentAccess.ts'
import type { SearchHit } from '#shared/contract/search.ts'
import { splitIntoBatches } from '#shared/util/lists.ts'
import { toInitialWords } from '../searchIndex/initials.ts'
import {
  matchesAny,
  type MatchingEntries,
  findNewestMatching,
  MAX_SCANNED_NEWEST,
} from '../searchIndex/newestMatching.ts'
import { toFieldWord, toColumnWord, toKeyWords } from '../searchIndex/words.ts'
import { type Limits, toSearchPath } from './limits.ts'

type Column = Pick<Selectable<Database['site_column']>, 'id' | 'siteId' | 'title' | 'menuType'> & { site: string }
type Entry = Pick<Selectable<Database['content']>, 'id' | 'title' | 'classId'>
/** `isAll`: no other entry can match. */
type MatchResult = { rows: Entry[]; isAll: boolean }

/** Entries read per statement while searching for matches. */
const BATCH_SIZE = 50
/**
 * Limits of index words per search. Every word costs an index descent, so with very many columns fewer words of the
 * key are used and the titles are checked afterwards.
 */
const [MAX_WORDS, MAX_KEY_WORDS] = [3000, 8]

/** The columns with entries that the caller may read. */
async function findReadableColumns({ db, requireSignedIn }: CallContext): Promise<Column[]> {
  const { authority } = requireSignedIn()
  const sites = grantedSiteIds(authority)
  let columns = db
    .selectFrom('site_column')
    .innerJoin('site', 'site.id', 'site_column.siteId')
    .select(['site_column.id', 'site_column.siteId', 'site_column.title', 'site_column.menuType', 'site.title as site'])
    .where('site.deleteTime', 'is', null)
    .where('site_column.id', 'in', (query) =>
      query.selectFrom('content_count').select('classId').where('isRecycled', '=', 0).where('total', '>', 0),
    )
  if (sites) columns = columns.where('site.id', 'in', [...sites, -1])
  return (await columns.execute()).filter((column) => contentRefusal(authority, column, 'read') === null)
}

/** At most `most` of the words, spread evenly over the key. */
function pickEvenly(words: readonly string[], most: number): string[] {
  const count = Math.min(words.length, most)
  return Array.from({ length: count }, (_none, at) => words[Math.floor((at * words.length) / count)] ?? '')
}

/** For each column, the words that an entry must have. */
function alternatives(columns: readonly number[], wordsIn: (column: number) => readonly string[]): string[][] {
  const most = Math.min(MAX_KEY_WORDS, Math.max(1, Math.floor(MAX_WORDS / Math.max(1, columns.length))))
  return columns.map((id) => pickEvenly(wordsIn(id), most)).filter((words) => words.length > 0)
}

const selectActive = ({ db }: CallContext, ids: readonly number[]) =>
  db
    .selectFrom('content')
    .select(['id', 'title', 'classId'])
    .where('id', 'in', [...ids, -1])
    .where('isRecycled', '=', 0)
    .orderBy('id', 'desc')

/** Id above which the newest entries are scanned one by one. */
async function findScanStart({ db }: CallContext): Promise<number> {
  const newest = await db.selectFrom('content').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return (newest?.id ?? 0) - MAX_SCANNED_NEWEST
}

/** The newest entries that pass the check, up to the limit. */
async function filterMatches(
  { ids, isAll }: MatchingEntries,
  { maxResults }: Limits,
  pass: (ids: readonly number[]) => Promise<Entry[]>,
): Promise<MatchResult> {
  const rows: Entry[] = []
  for (const part of splitIntoBatches(ids, BATCH_SIZE)) {
    rows.push(...(await pass(part)))
    if (rows.length > maxResults) return { rows: rows.slice(0, maxResults), isAll: false }
  }
  return { rows, isAll }
}

/** Entries whose title contains the key. */
async function findByTitle(
  ctx: CallContext,
  columns: readonly number[],
  key: string,
  limits: Limits,
): Promise<MatchResult> {
  const { words } = toKeyWords(key)
  const wanted = alternatives(columns, (id) => words.map((word) => toColumnWord(id, toFieldWord('title', word))))
  // Titles are checked directly: reading the word lists of whole texts would take too long.
  const walk = async (most: number) => {
    const found = ctx.db
      .selectFrom('content')
      .select('id')
      .where('id', '>', await findScanStart(ctx))
      .where(sql`"classId" + 0`, 'in', columns)
      .where('isRecycled', '=', 0)
      .where((eb) => contains([eb.ref('content.title')], key))
    return (await found.orderBy('id', 'desc').limit(most).execute()).map(({ id }) => id)
  }
  const having = await findNewestMatching(ctx.db, { index: 'content_words', alternatives: wanted, scan: walk }, limits)
  return filterMatches(having, limits, (ids) =>
    selectActive(ctx, ids)
      .where((eb) => contains([eb.ref('content.title')], key))
      .execute(),
  )
}

/** Entries whose title has these pinyin initials. */
async function findByInitials(
  ctx: CallContext,
  columns: readonly number[],
  key: string,
  limits: Limits,
): Promise<MatchResult> {
  const typed = parseInitials(key)
  if (typed === null) return { rows: [], isAll: true }
  const wanted = alternatives(columns, (id) => toInitialWords(id, typed))
  const walk = async (most: number) => {
    const found = ctx.db
      .selectFrom('content_initials')
      .select('contentId')
      .where('contentId', '>', await findScanStart(ctx))
      // `||` keeps the planner from using the word index.
      .where(matchesAny(sql`(words || '{}'::text[])`, wanted))
    const rows = await found.orderBy('contentId', 'desc').limit(most).execute()
    return rows.map(({ contentId }) => contentId)
  }
  const having = await findNewestMatching(
    ctx.db,
    { index: 'content_initials', alternatives: wanted, scan: walk },
    limits,
  )
  return filterMatches(having, limits, async (ids) => {
    const rows = await selectActive(ctx, ids).execute()
    // The index only knows pairs of letters; the order is checked here.
    const initials = await computeInitials(rows.map(({ title }) => title))
    return rows.filter((_row, at) => initials[at]?.includes(typed))
  })
}

/**
 * The newest readable entries whose title, or its pinyin initials, contain the key. `isAll`: no other entry matches.
 */
export async function searchEntries(
  ctx: CallContext,
  key: string,
  limits: Limits,
): Promise<{ found: SearchHit[]; isAll: boolean }> {
  const columns = new Map((await findReadableColumns(ctx)).map((column) => [column.id, column]))
  const places = [...columns.keys()]
  const titled = await findByTitle(ctx, places, key, limits)
  const isFull = titled.rows.length >= limits.maxResults
  const spoken = isFull ? { rows: [], isAll: true } : await findByInitials(ctx, places, key, limits)
  const known = new Set(titled.rows.map(({ id }) => id))
  const rows = [...titled.rows, ...spoken.rows.filter(({ id }) => !known.has(id))]
  const found = rows.slice(0, limits.maxResults).flatMap(({ id, title, classId }) => {
    const column = columns.get(classId)
    if (!column) return []
    const place = manageUrlOf(column.menuType, classId)
    // A single article has no list to search in.
    const path = column.menuType === COLUMN_TYPE.list ? toSearchPath(place, title) : place
    return [{ kind: 'entry' as const, id, title, note: `${column.site} / ${column.title}`, path }]
  })
  return { found, isAll: titled.isAll && spoken.isAll && rows.length <= limits.maxResults }
}
