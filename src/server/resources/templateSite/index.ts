import { pageOf } from '#server/http/paging.ts'
import type { Resource, Routes } from '#server/http/routes.ts'
import { isSuper } from '#shared/domain/permissions.ts'
import { requireSites } from '../site/index.ts'
import { findTemplates, grantedSites, present, templateFor, templatesOfSite } from '../template/index.ts'

const routes: Routes<'templateSite'> = {
  'templateSite.page': async (ctx, input) => {
    const { rows, total } = await findTemplates(ctx.db, ctx.signed(), input)
    const sites = await ctx.db.selectFrom('site').select(['id', 'title']).execute()
    const titles = new Map(sites.map((site) => [site.id, site.title]))
    const withTitles = rows.map((row) => ({
      ...present(row),
      relationSiteTitles: row.siteIds.map((id) => titles.get(id) ?? String(id)),
    }))
    return pageOf(withTitles, total, input.size)
  },

  /** The list replaces the bindings to the caller's own sites; those to other sites stay. */
  'templateSite.bind': async (ctx, { templateId, siteIds }) => {
    const row = await templateFor(ctx, { id: templateId })
    const wanted = [...new Set(siteIds)]
    const added = wanted.filter((id) => !row.siteIds.includes(id))
    await requireSites(ctx, added)
    const who = ctx.signed()
    const own = isSuper(who.authority) ? row.siteIds : grantedSites(who)
    const dropped = row.siteIds.filter((id) => own.includes(id) && !wanted.includes(id))
    if (dropped.length > 0) {
      await ctx.db
        .deleteFrom('template_site')
        .where('templateId', '=', templateId)
        .where('siteId', 'in', dropped)
        .execute()
    }
    if (added.length > 0) {
      await ctx.db
        .insertInto('template_site')
        .values(added.map((siteId) => ({ templateId, siteId })))
        .execute()
    }
    return null
  },

  'templateSite.ofSite': async (ctx, { id }) => {
    await requireSites(ctx, [id])
    return (await templatesOfSite(ctx.db, ctx.signed(), id)).map(present)
  },
}

/** Calls 64–66. */
export const templateSite: Resource = { routes }
