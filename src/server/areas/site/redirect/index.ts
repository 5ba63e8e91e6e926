import { pageOf, readPage } from '#server/http/paging.ts'
import { Reply, type Resource, type Routes } from '#server/http/routes.ts'
import { requireActiveSites } from '#server/siteAccess.ts'
import { formatNginxRules } from '#shared/domain/redirects.ts'
import { queryRedirects, presentRedirect, requireRedirect, readActiveRules } from './rules.ts'
import { removeRedirects, saveRedirect } from './save.ts'
import { startHitWriter } from './serve.ts'
import { sheetRoutes } from './sheet.ts'
import type { ServerDeps } from '#server/deps.ts'
import { createPort } from '#server/port.ts'

export { type MovedPage, saveMovedPages, readAutoRedirectKeys } from './moved.ts'
export { readHosts, readActiveRules } from './rules.ts'
export { followRedirect } from './serve.ts'

/** Access of redirects to the built pages of a site. */
export const sitePages = createPort<{
  /** Path of the page at the old address of a redirect, which the redirect hides; null: none. */
  pageAt(deps: ServerDeps, siteId: number, source: string): Promise<string | null>
}>('pages of built sites')

const routes: Routes<'redirect'> = {
  ...sheetRoutes,
  'redirect.page': async (ctx, { siteId, key, kind, ...paging }) => {
    await requireActiveSites(ctx, [siteId])
    const found = queryRedirects(ctx.db, siteId, key, kind).selectAll().orderBy('id', 'desc')
    const { rows, total } = await readPage(found, paging)
    return pageOf(rows.map(presentRedirect), total, paging.size)
  },
  'redirect.findById': async (ctx, { id }) => presentRedirect(await requireRedirect(ctx, id)),
  'redirect.save': async (ctx, form) => {
    const saved = presentRedirect(await saveRedirect(ctx, form))
    const page = saved.isStatus ? await sitePages.get().pageAt(ctx.deps, saved.siteId, saved.source) : null
    return page === null
      ? saved
      : new Reply(
          saved,
          `保存成功。网站上已有页面“${page}”，跳转优先，访客看不到该页面；不需要跳转时请停用或删除该跳转`,
        )
  },
  'redirect.deleteByIdList': async (ctx, ids) => {
    await removeRedirects(ctx, ids)
    return null
  },
  'redirect.nginx': async (ctx, { id: siteId }) => {
    await requireActiveSites(ctx, [siteId])
    const rules = await readActiveRules(ctx.db, siteId)
    return { text: formatNginxRules(rules), rules: rules.length }
  },
}

/** Permanent redirects of sites, created by people and by builds, and followed when built sites are served. */
export const redirect: Resource = { routes, plugin: startHitWriter }
