import { sql } from 'kysely'
import type { CallContext } from '#server/http/context.ts'
import type { Handler } from '#server/http/routes.ts'
import { contains } from '#server/db/search.ts'
import { MAX_OPTIONS } from '#shared/contract/content.ts'
import { contentRefusal } from '#shared/domain/contentAccess.ts'
import {
  toContentColumn,
  type ContentColumn,
  selectByIndex,
  isFrequent,
  scanEntries,
  type Search,
  createSearch,
  type EntryFilter,
  hasIds,
} from './index.ts'

/**
 * Call 84: entries of the named columns that the caller may read, including drafts, without recycled ones. No columns
 * named: no entries.
 */
export const selectOptions: Handler<'content.selectOptions'> = async (ctx, input) => {
  const { key, siteId, classIdList = [], childIdentifies = [], idList } = input
  const options: Record<string, string> = {}
  let left = MAX_OPTIONS
  for (const column of await findColumns(ctx, { siteId, ids: classIdList, marks: childIdentifies })) {
    const rows = idList ? await findByIds(ctx, column, idList) : await findByTitle(ctx, column, key, left)
    for (const { id, title } of rows) options[id] = title || `编号 ${id}`
    left -= rows.length
    if (left <= 0) break
  }
  return options
}

/** The named columns that are active and readable by the caller; ids take precedence over marks. */
async function findColumns(
  { db, requireSignedIn }: CallContext,
  { siteId, ids, marks }: { siteId: number | undefined; ids: readonly number[]; marks: readonly string[] },
): Promise<ContentColumn[]> {
  const named = marks.filter((mark) => mark !== '')
  if (ids.length === 0 && named.length === 0) return []
  const rows = await db
    .selectFrom('site_column')
    .innerJoin('site', 'site.id', 'site_column.siteId')
    .selectAll('site_column')
    .where('site.deleteTime', 'is', null)
    .$if(Boolean(siteId), (query) => query.where('site_column.siteId', '=', siteId ?? 0))
    .where((eb) => (ids.length > 0 ? eb('site_column.id', 'in', ids) : eb('site_column.identifies', 'in', named)))
    .orderBy('site_column.id')
    .execute()
  const { authority } = requireSignedIn()
  return rows.filter((row) => contentRefusal(authority, row, 'read') === null).map(toContentColumn)
}

/** The index finds the key in any text; the title is then checked. */
async function findByTitle({ db, signal }: CallContext, column: ContentColumn, key: string, limit: number) {
  const wanted = { key, pairs: [], isRecycled: 0 } as const
  const { words } = createSearch(db, column, wanted)
  const checks = key ? [contains([sql.ref('content.title')], key)] : []
  const search = { words, tests: checks, checks }
  const isFrequentKey = await isFrequent(db, words)
  const found = isFrequentKey
    ? await scanTitles({ db, signal }, column, { wanted, search, limit })
    : selectByIndex(db, column, wanted, search, true)
  return found
    .select(['content.id', 'content.title'])
    .orderBy('sort', 'desc')
    .orderBy('content.id', 'desc')
    .limit(limit)
    .execute()
}

/** For very frequent words: scans the newest matches' titles, yielding to other work in between. */
async function scanTitles(
  { db, signal }: Pick<CallContext, 'db' | 'signal'>,
  column: ContentColumn,
  { wanted, search, limit }: { wanted: EntryFilter; search: Search; limit: number },
) {
  const most = Number.MAX_SAFE_INTEGER - 1
  const { found } = await scanEntries(db, column, wanted, search, { enough: limit, most, signal })
  return db.selectFrom('content').where(hasIds(db, found))
}

/** Entries of the column with these ids. */
const findByIds = ({ db }: CallContext, column: ContentColumn, ids: readonly number[]) =>
  db
    .selectFrom('content')
    .select(['id', 'title'])
    .where('id', 'in', [...ids, 0])
    // The unary + makes SQLite look up the ids instead of scanning the column's index.
    .where(sql`+"classId"`, '=', column.id)
    .where(sql`+"isRecycled"`, '=', 0)
    .execute()
