import { type Selectable, sql } from 'kysely'
import { initialsOf, typedInitials } from '#server/db/initials.ts'
import type { Database } from '#server/db/schema.ts'
import { contains } from '#server/db/search.ts'
import type { CallContext } from '#server/http/context.ts'
import { grantedSiteIds } from '#server/siteAccess.ts'
import { COLUMN_TYPE, manageUrlOf } from '#shared/domain/columnType.ts'
import { contentRefusal } from '#shared/domain/contentAccess.ts'
import type { Found } from '#shared/contract/search.ts'
import { inParts } from '#shared/util/lists.ts'
import { initialWords } from '../searchIndex/initials.ts'
import { haveOne, type Having, newestHaving, WALKED } from '../searchIndex/newestHaving.ts'
import { fieldWord, inColumn, wordsOfKey } from '../searchIndex/words.ts'
import { type Limits, withKey } from './limits.ts'

type Column = Pick<Selectable<Database['site_column']>, 'id' | 'siteId' | 'title' | 'menuType'> & { site: string }
type Entry = Pick<Selectable<Database['content']>, 'id' | 'title' | 'classId'>
/** `isAll`: no other entry can match. */
type Matching = { rows: Entry[]; isAll: boolean }

/** Entries read per statement while searching for matches. */
const PART = 50
/**
 * Limits of index words per search. Every word costs an index descent, so with very many columns fewer words of the
 * key are used and the titles are checked afterwards.
 */
const [WORDS, WORDS_OF_KEY] = [3000, 8]

/** The columns with entries that the caller may read. */
async function readable({ db, signed }: CallContext): Promise<Column[]> {
  const { authority } = signed()
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
function spread(words: readonly string[], most: number): string[] {
  const count = Math.min(words.length, most)
  return Array.from({ length: count }, (_none, at) => words[Math.floor((at * words.length) / count)] ?? '')
}

/** For each column, the words that an entry must have. */
function alternatives(columns: readonly number[], wordsIn: (column: number) => readonly string[]): string[][] {
  const most = Math.min(WORDS_OF_KEY, Math.max(1, Math.floor(WORDS / Math.max(1, columns.length))))
  return columns.map((id) => spread(wordsIn(id), most)).filter((words) => words.length > 0)
}

const live = ({ db }: CallContext, ids: readonly number[]) =>
  db
    .selectFrom('content')
    .select(['id', 'title', 'classId'])
    .where('id', 'in', [...ids, -1])
    .where('isRecycled', '=', 0)
    .orderBy('id', 'desc')

/** Id above which the newest entries are scanned one by one. */
async function walkedFrom({ db }: CallContext): Promise<number> {
  const newest = await db.selectFrom('content').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return (newest?.id ?? 0) - WALKED
}

/** The newest entries that pass the check, up to the limit. */
async function passing(
  { ids, isAll }: Having,
  { shown }: Limits,
  pass: (ids: readonly number[]) => Promise<Entry[]>,
): Promise<Matching> {
  const rows: Entry[] = []
  for (const part of inParts(ids, PART)) {
    rows.push(...(await pass(part)))
    if (rows.length > shown) return { rows: rows.slice(0, shown), isAll: false }
  }
  return { rows, isAll }
}

/** Entries whose title contains the key. */
async function byTitle(ctx: CallContext, columns: readonly number[], key: string, limits: Limits): Promise<Matching> {
  const { words } = wordsOfKey(key)
  const wanted = alternatives(columns, (id) => words.map((word) => inColumn(id, fieldWord('title', word))))
  // Titles are checked directly: reading the word lists of whole texts would take too long.
  const walk = async (most: number) => {
    const found = ctx.db
      .selectFrom('content')
      .select('id')
      .where('id', '>', await walkedFrom(ctx))
      .where(sql`"classId" + 0`, 'in', columns)
      .where('isRecycled', '=', 0)
      .where((eb) => contains([eb.ref('content.title')], key))
    return (await found.orderBy('id', 'desc').limit(most).execute()).map(({ id }) => id)
  }
  const having = await newestHaving(ctx.db, { index: 'content_words', alternatives: wanted, walk }, limits)
  return passing(having, limits, (ids) =>
    live(ctx, ids)
      .where((eb) => contains([eb.ref('content.title')], key))
      .execute(),
  )
}

/** Entries whose title has these pinyin initials. */
async function byInitials(
  ctx: CallContext,
  columns: readonly number[],
  key: string,
  limits: Limits,
): Promise<Matching> {
  const typed = typedInitials(key)
  if (typed === null) return { rows: [], isAll: true }
  const wanted = alternatives(columns, (id) => initialWords(id, typed))
  const walk = async (most: number) => {
    const found = ctx.db
      .selectFrom('content_initials')
      .select('contentId')
      .where('contentId', '>', await walkedFrom(ctx))
      // `||` keeps the planner from using the word index.
      .where(haveOne(sql`(words || '{}'::text[])`, wanted))
    const rows = await found.orderBy('contentId', 'desc').limit(most).execute()
    return rows.map(({ contentId }) => contentId)
  }
  const having = await newestHaving(ctx.db, { index: 'content_initials', alternatives: wanted, walk }, limits)
  return passing(having, limits, async (ids) => {
    const rows = await live(ctx, ids).execute()
    // The index only knows pairs of letters; the order is checked here.
    const initials = await initialsOf(rows.map(({ title }) => title))
    return rows.filter((_row, at) => initials[at]?.includes(typed))
  })
}

/**
 * The newest readable entries whose title, or its pinyin initials, contain the key. `isAll`: no other entry matches.
 */
export async function entriesFound(
  ctx: CallContext,
  key: string,
  limits: Limits,
): Promise<{ found: Found[]; isAll: boolean }> {
  const columns = new Map((await readable(ctx)).map((column) => [column.id, column]))
  const places = [...columns.keys()]
  const titled = await byTitle(ctx, places, key, limits)
  const isFull = titled.rows.length >= limits.shown
  const spoken = isFull ? { rows: [], isAll: true } : await byInitials(ctx, places, key, limits)
  const known = new Set(titled.rows.map(({ id }) => id))
  const rows = [...titled.rows, ...spoken.rows.filter(({ id }) => !known.has(id))]
  const found = rows.slice(0, limits.shown).flatMap(({ id, title, classId }) => {
    const column = columns.get(classId)
    if (!column) return []
    const place = manageUrlOf(column.menuType, classId)
    // A single article has no list to search in.
    const path = column.menuType === COLUMN_TYPE.list ? withKey(place, title) : place
    return [{ kind: 'entry' as const, id, title, note: `${column.site} / ${column.title}`, path }]
  })
  return { found, isAll: titled.isAll && spoken.isAll && rows.length <= limits.shown }
}
