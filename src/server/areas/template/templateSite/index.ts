import type { CallContext } from '#server/http/context.ts'
import { pageOf } from '#server/http/paging.ts'
import type { Resource, Routes } from '#server/http/routes.ts'
import { canUseSite, isSuper } from '#shared/domain/permissions.ts'
import { fieldError } from '#shared/errors/index.ts'
import { requireActiveSites } from '#server/siteAccess.ts'
import { findTemplates, listGrantedSites, present, requireTemplate, readTemplatesOfSite } from '../template/index.ts'

/** @throws AppError `conflict` when one of the sites uses the template and so must stay bound */
async function requireUnused(ctx: CallContext, templateId: number, siteIds: readonly number[]): Promise<void> {
  const site = await ctx.db
    .selectFrom('site')
    .select('title')
    .where('templateId', '=', templateId)
    .where('id', 'in', siteIds)
    .executeTakeFirst()
  if (!site) return
  const message = `站点“${site.title}”正在使用该模板，请先在“站点列表”的设置中更换模板，再取消关联`
  throw fieldError('conflict', 'siteIds', message)
}

const routes: Routes<'templateSite'> = {
  'templateSite.page': async (ctx, input) => {
    const { rows, total } = await findTemplates(ctx.db, ctx.requireSignedIn(), input)
    const { authority } = ctx.requireSignedIn()
    const sites = await ctx.db.selectFrom('site').select(['id', 'title']).execute()
    // Titles of sites the caller may not use are hidden.
    const titles = new Map(sites.flatMap(({ id, title }) => (canUseSite(authority, id) ? [[id, title]] : [])))
    const withTitles = rows.map((row) => ({
      ...present(row),
      relationSiteTitles: [...new Set(row.siteIds.map((id) => titles.get(id) ?? '其他站点'))],
    }))
    return pageOf(withTitles, total, input.size)
  },

  /** The list replaces the bindings of the caller's sites; other bindings stay. */
  'templateSite.bind': async (ctx, { templateId, siteIds }) => {
    const row = await requireTemplate(ctx, { id: templateId }, 'read')
    const wanted = [...new Set(siteIds)]
    const added = wanted.filter((id) => !row.siteIds.includes(id))
    for (const siteId of added) ctx.requireSite(siteId)
    await requireActiveSites(ctx, added)
    const who = ctx.requireSignedIn()
    const ownSiteIds = isSuper(who.authority) ? row.siteIds : listGrantedSites(who)
    const dropped = row.siteIds.filter((id) => ownSiteIds.includes(id) && !wanted.includes(id))
    if (dropped.length > 0) {
      await requireUnused(ctx, row.id, dropped)
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
        .onConflict((conflict) => conflict.columns(['templateId', 'siteId']).doNothing())
        .execute()
    }
    return null
  },

  'templateSite.ofSite': async (ctx, { id }) => {
    await requireActiveSites(ctx, [id])
    return (await readTemplatesOfSite(ctx.db, ctx.requireSignedIn(), id)).map(present)
  },
}

/** Calls 64–66. */
export const templateSite: Resource = { routes }
