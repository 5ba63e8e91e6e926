import type { Kysely } from 'kysely'
import { toAddress, originOf, type PlannedPage, sitemapEntries } from '#engine/index.ts'
import type { Database } from '#server/db/schema.ts'
import type { CallContext } from '#server/http/context.ts'
import { pageOf } from '#server/http/paging.ts'
import type { Resource, Routes } from '#server/http/routes.ts'
import { requireActiveSites } from '#server/siteAccess.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { readColumnFacts, readEntryDates, readSitemapRules } from '../engine/index.ts'
import { readBuiltRecord } from '../statics/index.ts'

/** Reads the published pages. */
async function readPublishedPages({ deps }: CallContext, siteId: number): Promise<PlannedPage[]> {
  const record = await readBuiltRecord(deps, siteId)
  return [...(record?.pages.values() ?? [])].filter(({ hash }) => hash !== null).map(({ page }) => page)
}

async function readOrigin(db: Kysely<Database>, siteId: number): Promise<string> {
  const { domain } = await db.selectFrom('site').select('domain').where('id', '=', siteId).executeTakeFirstOrThrow()
  return originOf({ domains: domain.split(',').flatMap((host) => host.trim() || []) })
}

const routes: Routes<'sitemap'> = {
  'sitemap.settings': async (ctx, { siteId }) => {
    await requireActiveSites(ctx, [siteId])
    const { db } = ctx
    const pages = Map.groupBy(await readPublishedPages(ctx, siteId), ({ columnId }) => columnId)
    const built = await db.selectFrom('static_site').select('buildTime').where('siteId', '=', siteId).executeTakeFirst()
    return {
      rules: (await readSitemapRules(db, siteId)).map(([columnId, rule]) => ({ columnId, ...rule })),
      columns: (await readColumnFacts(db, siteId)).map(({ id, parentId, title }) => ({
        id,
        parentId,
        title,
        pages: pages.get(id)?.length ?? 0,
      })),
      origin: await readOrigin(db, siteId),
      buildDate: built && built.buildTime > 0 ? formatDateTime(built.buildTime) : '',
    }
  },
  'sitemap.save': async (ctx, { siteId, rules }) => {
    await requireActiveSites(ctx, [siteId])
    const { db } = ctx
    const ownIds = new Set((await readColumnFacts(db, siteId)).map(({ id }) => id))
    const foreign = rules.find(({ columnId }) => columnId !== 0 && !ownIds.has(columnId))
    if (foreign) throw new AppError('not-found', `该站点没有栏目（编号 ${foreign.columnId}），请刷新后重新设置`)
    for (const { columnId, ...rule } of rules) {
      const isSet = Object.values(rule).some((value) => value !== '')
      if (!isSet)
        await db.deleteFrom('sitemap_rule').where('siteId', '=', siteId).where('columnId', '=', columnId).execute()
      else
        await db
          .insertInto('sitemap_rule')
          .values({ siteId, columnId, ...rule })
          .onConflict((conflict) => conflict.columns(['siteId', 'columnId']).doUpdateSet(rule))
          .execute()
    }
    return null
  },
  'sitemap.preview': async (ctx, { siteId, key, page, size }) => {
    await requireActiveSites(ctx, [siteId])
    const { db } = ctx
    const origin = await readOrigin(db, siteId)
    const columns = await readColumnFacts(db, siteId)
    const rules = new Map(await readSitemapRules(db, siteId))
    const pages = (await readPublishedPages(ctx, siteId)).filter(
      ({ path }) => key === '' || toAddress(path).includes(key),
    )
    const all = sitemapEntries({ columns, rules, dateOf: () => '' }, pages)
    const shown = all.slice((page - 1) * size, page * size)
    const dates = await readEntryDates(
      db,
      shown.map((each) => each.page.entryId),
    )
    const content = sitemapEntries(
      { columns, rules, dateOf: (id) => dates.get(id) ?? '' },
      shown.map((each) => each.page),
    ).map(({ page: each, lastmod, frequency, priority }) => {
      return { address: origin + toAddress(each.path), columnId: each.columnId, lastmod, frequency, priority }
    })
    return pageOf(content, all.length, size)
  },
}

/** The settings and preview of sitemap.xml. */
export const sitemap: Resource = { routes }
