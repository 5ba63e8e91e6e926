import { sql } from 'kysely'
import type { CallContext } from '#server/http/context.ts'
import type { Handler, Resource, Routes } from '#server/http/routes.ts'
import { grantedSiteIds } from '#server/siteAccess.ts'
import { MAX_COUNTED_DRAFTS, type OverviewLink, type SiteCount } from '#shared/contract/home.ts'
import { canSeeMenu } from '#shared/domain/permissions.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { readServerInfo } from '../system/index.ts'
import { readEntryLinks, readRecentWork } from './recent.ts'

/** Listed drafts. */
const MAX_DRAFTS = 8
/** Most sites listed. */
const MAX_SITES = 12

/** Unpublished entries that the caller created. */
async function readOwnDrafts(ctx: CallContext): Promise<{ drafts: OverviewLink[]; draftCount: number }> {
  const found = ctx.db
    .selectFrom('content')
    .where('createById', '=', ctx.requireSignedIn().accountId)
    .where('isStatus', '=', 0)
    .where('isRecycled', '=', 0)
  const { total } = await ctx.db
    .selectFrom(found.select('id').limit(MAX_COUNTED_DRAFTS).as('counted'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await found.select(['id', 'updateTime']).orderBy('updateTime', 'desc').limit(MAX_DRAFTS).execute()
  const links = await readEntryLinks(
    ctx,
    rows.map(({ id }) => id),
  )
  const drafts = rows.flatMap(({ id, updateTime }) => {
    const link = links.get(id)
    return link ? [{ ...link, time: formatDateTime(updateTime) }] : []
  })
  return { drafts, draftCount: total }
}

/** Entries published today and stale pages, by site of the caller, largest first. */
async function countBySite(ctx: CallContext): Promise<{ published: SiteCount[]; stale: SiteCount[] }> {
  const ids = grantedSiteIds(ctx.requireSignedIn().authority)
  let sites = ctx.db.selectFrom('site').select(['id', 'title']).where('deleteTime', 'is', null)
  if (ids) sites = sites.where('id', 'in', [...ids, -1])
  const titles = new Map((await sites.execute()).map(({ id, title }) => [id, title]))
  const today = ctx.clock.now().setHours(0, 0, 0, 0)
  // Grouped by the bare column, SQLite would scan all entries by site instead of today's.
  const site = sql<number>`+"siteId"`
  const published = await ctx.db
    .selectFrom('content')
    .select((eb) => [site.as('siteId'), eb.fn.countAll<number>().as('count')])
    .where('publishTime', '>=', today)
    .where('isStatus', '=', 1)
    .where('isRecycled', '=', 0)
    .groupBy(site)
    .execute()
  // A site without static pages has no stale ones.
  const stale = await ctx.db
    .selectFrom('stale_page')
    .innerJoin('static_site', 'static_site.siteId', 'stale_page.siteId')
    .select((eb) => ['stale_page.siteId', eb.fn.countAll<number>().as('count')])
    .where('static_site.buildTime', '>', 0)
    .groupBy('stale_page.siteId')
    .execute()
  const toCounts = (rows: readonly { siteId: number; count: number }[]): SiteCount[] =>
    rows
      .flatMap(({ siteId, count }) => {
        const title = titles.get(siteId)
        return title === undefined ? [] : [{ siteId, title, count }]
      })
      .toSorted((a, b) => b.count - a.count)
      .slice(0, MAX_SITES)
  return { published: toCounts(published), stale: toCounts(stale) }
}

const readOverview: Handler<'home.overview'> = async (ctx) => ({
  recent: await readRecentWork(ctx),
  ...(await readOwnDrafts(ctx)),
  ...(await countBySite(ctx)),
  server: canSeeMenu(ctx.requireSignedIn().authority, MENU.dashboard) ? await readServerInfo(ctx.deps) : null,
})

const routes: Routes<'home'> = { 'home.overview': readOverview }

/** C·§2 Home dashboard: the home page's data in one call. */
export const home: Resource = { routes }
