import { pageOf, readPage } from '#server/http/paging.ts'
import { Reply, type Resource, type Routes } from '#server/http/routes.ts'
import { requireLivingSites } from '#server/siteAccess.ts'
import { nginxRules } from '#shared/domain/redirects.ts'
import { matching, presentRedirect, redirectFor, rulesInUse } from './rules.ts'
import { removeRedirects, saveRedirect } from './save.ts'
import { recordHits } from './serve.ts'
import { sheetRoutes } from './sheet.ts'
import type { ServerDeps } from '#server/deps.ts'
import { port } from '#server/port.ts'

export { type MovedPage, recordMoved, redirectedByBuilds } from './moved.ts'
export { hostsOf, rulesInUse } from './rules.ts'
export { redirected } from './serve.ts'

/** Access of redirects to the built pages of a site. */
export const sitePages = port<{
  /** Path of the page at the old address of a redirect, which the redirect hides; null: none. */
  pageAt(deps: ServerDeps, siteId: number, source: string): Promise<string | null>
}>('pages of built sites')

const routes: Routes<'redirect'> = {
  ...sheetRoutes,
  'redirect.page': async (ctx, { siteId, key, kind, ...paging }) => {
    await requireLivingSites(ctx, [siteId])
    const found = matching(ctx.db, siteId, key, kind).selectAll().orderBy('id', 'desc')
    const { rows, total } = await readPage(found, paging)
    return pageOf(rows.map(presentRedirect), total, paging.size)
  },
  'redirect.findById': async (ctx, { id }) => presentRedirect(await redirectFor(ctx, id)),
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
    await requireLivingSites(ctx, [siteId])
    const rules = await rulesInUse(ctx.db, siteId)
    return { text: nginxRules(rules), rules: rules.length }
  },
}

/** Permanent redirects of sites, created by people and by builds, and followed when built sites are served. */
export const redirect: Resource = { routes, plugin: recordHits }
