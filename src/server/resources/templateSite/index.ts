import type { Resource, Routes } from '#server/http/routes.ts'
import { isSuper } from '#shared/domain/permissions.ts'
import { AppError } from '#shared/errors/index.ts'
import { grantedSites, listTemplates, pageOf, present, templateFor } from '../template/index.ts'

const routes: Routes<'templateSite'> = {
  'templateSite.page': async (ctx, input) => {
    const rows = await listTemplates(ctx.db, ctx.signed(), { key: input.key })
    const sites = await ctx.db.selectFrom('site').select(['id', 'title']).execute()
    const titles = new Map(sites.map((site) => [site.id, site.title]))
    return pageOf(
      rows.map((row) => ({
        ...present(row),
        relationSiteTitles: row.siteIds.map((id) => titles.get(id) ?? String(id)),
      })),
      input,
    )
  },

  /** The list replaces the bindings to the caller's own sites; those to other sites stay. */
  'templateSite.bind': async (ctx, { templateId, siteIds }) => {
    const row = await templateFor(ctx, { id: templateId })
    const wanted = [...new Set(siteIds)]
    const added = wanted.filter((id) => !row.siteIds.includes(id))
    for (const id of added) ctx.requireSite(id)
    const known = await ctx.db.selectFrom('site').select('id').where('id', 'in', wanted).execute()
    const missing = wanted.find((id) => !known.some((site) => site.id === id))
    if (missing !== undefined) throw new AppError('not-found', `站点（编号 ${missing}）不存在，请刷新后重新选择`)
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
    ctx.requireSite(id)
    return (await listTemplates(ctx.db, ctx.signed(), { siteId: id })).map(present)
  },
}

/** Calls 64–66. */
export const templateSite: Resource = { routes }
