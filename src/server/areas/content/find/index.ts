import type { FastifyInstance } from 'fastify'
import type { Selectable } from 'kysely'
import { accountsFound } from '#server/areas/people/account/index.ts'
import { initialsOf, typedInitials } from '#server/db/initials.ts'
import type { Database } from '#server/db/schema.ts'
import { contains } from '#server/db/search.ts'
import type { CallContext } from '#server/http/context.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { Handler, Resource } from '#server/http/routes.ts'
import { grantedSiteIds } from '#server/http/siteAccess.ts'
import { onTime } from '#server/jobs/onTime.ts'
import type { Found } from '#shared/contract/search.ts'
import { COLUMN_TYPE, manageUrlOf } from '#shared/domain/columnType.ts'
import { contentRefusal } from '#shared/domain/contentAccess.ts'
import { canSeeMenu } from '#shared/domain/permissions.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { initialsMissing, initialsWork, initialWords } from '../search/initials.ts'
import { havingAll } from '../search/searchIndex.ts'
import { fieldWord, inColumn, wordsOfKey } from '../search/words.ts'

/** Of each kind that are answered. */
const SHOWN = 8
/** The newest entries with the words that are looked at. */
const LOOKED = 500

const withKey = (path: string, key: string): string => `${path}?${new URLSearchParams({ key: key.slice(0, 100) })}`

type Column = Pick<Selectable<Database['site_column']>, 'id' | 'siteId' | 'title' | 'menuType'> & { site: string }

/** The columns whose entries the caller may read. */
async function readable({ db, signed }: CallContext): Promise<Column[]> {
  const { authority } = signed()
  const sites = grantedSiteIds(authority)
  let columns = db
    .selectFrom('site_column')
    .innerJoin('site', 'site.id', 'site_column.siteId')
    .select(['site_column.id', 'site_column.siteId', 'site_column.title', 'site_column.menuType', 'site.title as site'])
    .where('site.deleteTime', 'is', null)
  if (sites) columns = columns.where('site.id', 'in', [...sites, -1])
  return (await columns.execute()).filter((column) => contentRefusal(authority, column, 'read') === null)
}

/** Entries whose title contains the key, through the search index: a look through all titles would take long with many. */
async function byTitle({ db }: CallContext, columns: readonly number[], key: string) {
  const { words } = wordsOfKey(key)
  if (words.length === 0) return []
  const inTitles = columns.map((id) => words.map((word) => inColumn(id, fieldWord('title', word))))
  const ids = await havingAll(db, inTitles, LOOKED)
  return db
    .selectFrom('content')
    .select(['id', 'title', 'classId'])
    .where('id', 'in', [...ids, -1])
    .where('isRecycled', '=', 0)
    .where((eb) => contains([eb.ref('content.title')], key))
    .orderBy('updateTime', 'desc')
    .limit(SHOWN)
    .execute()
}

/** Entries whose title has the pinyin initials. */
async function byInitials({ db }: CallContext, columns: readonly number[], key: string) {
  const typed = typedInitials(key)
  if (typed === null) return []
  const ids = await havingAll(
    db,
    columns.map((id) => initialWords(id, typed)),
    LOOKED,
    'content_initials',
  )
  const rows = await db
    .selectFrom('content')
    .select(['id', 'title', 'classId'])
    .where('id', 'in', [...ids, -1])
    .where('isRecycled', '=', 0)
    .orderBy('updateTime', 'desc')
    .execute()
  // The index knows pairs of letters only; whether they stand in a row is seen here.
  const initials = await initialsOf(rows.map(({ title }) => title))
  return rows.filter((_row, at) => initials[at]?.includes(typed)).slice(0, SHOWN)
}

async function entries(ctx: CallContext, key: string): Promise<Found[]> {
  const columns = new Map((await readable(ctx)).map((column) => [column.id, column]))
  const places = [...columns.keys()]
  const [titled, spoken] = [await byTitle(ctx, places, key), await byInitials(ctx, places, key)]
  const known = new Set(titled.map(({ id }) => id))
  const rows = [...titled, ...spoken.filter(({ id }) => !known.has(id))].slice(0, SHOWN)
  return rows.flatMap(({ title, classId }) => {
    const column = columns.get(classId)
    if (!column) return []
    const place = manageUrlOf(column.menuType, classId)
    // A single article has no list to search in.
    const path = column.menuType === COLUMN_TYPE.list ? withKey(place, title) : place
    return [{ kind: 'entry' as const, title, note: `${column.site} / ${column.title}`, path }]
  })
}

async function templates({ db, signed }: CallContext, key: string): Promise<Found[]> {
  const { authority } = signed()
  if (!canSeeMenu(authority, MENU.templates)) return []
  const sites = grantedSiteIds(authority)
  let named = db.selectFrom('template').select(['name', 'folder'])
  if (sites) named = named.where('siteId', 'in', [...sites, -1])
  const rows = await named
    .where('deleteTime', 'is', null)
    .where('draftOf', 'is', null)
    .where((eb) => contains([eb.ref('name'), eb.ref('folder')], key))
    .orderBy('name')
    .limit(SHOWN)
    .execute()
  return rows.map(({ name, folder }) => {
    return { kind: 'template', title: name, note: folder, path: withKey('/site/template/list', name) }
  })
}

async function people(ctx: CallContext, key: string): Promise<Found[]> {
  if (!canSeeMenu(ctx.signed().authority, MENU.account)) return []
  const found = await accountsFound(ctx, { roleId: 0, key, byInitials: typedInitials(key) !== null })
  const rows = await found
    .select(['account.username', 'account.trueName'])
    .orderBy('account.username')
    .limit(SHOWN)
    .execute()
  return rows.map(({ username, trueName }) => {
    return { kind: 'person', title: trueName || username, note: username, path: withKey('/system/account', username) }
  })
}

const find: Handler<'search.find'> = async (ctx, { key }) => [
  ...(await entries(ctx, key)),
  ...(await templates(ctx, key)),
  ...(await people(ctx, key)),
]

function plugin(app: FastifyInstance, deps: ServerDeps): void {
  const isDue = initialsMissing
  onTime(app, deps, { kind: 'content.initials', title: '整理内容的拼音首字母', isDue })
}

/** Search over everything, for the window's own search. */
export const search: Resource = {
  routes: { 'search.find': find },
  jobs: { 'content.initials': initialsWork },
  plugin,
}
