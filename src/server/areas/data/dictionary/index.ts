import { contains } from '#server/db/search.ts'
import { pageOf, readPage } from '#server/http/paging.ts'
import type { Resource, Routes } from '#server/http/routes.ts'
import { grantedSiteIds } from '#server/siteAccess.ts'
import { presentDictionary } from './present.ts'
import { requireDictionary } from './rules.ts'
import { removeDictionaries, saveDictionary } from './save.ts'
import { sheetRoutes } from './sheet.ts'

const routes: Routes<'dictionary'> = {
  ...sheetRoutes,
  'dictionary.page': async (ctx, { siteId, key, ...paging }) => {
    const sites = siteId === undefined ? grantedSiteIds(ctx.requireSignedIn().authority) : [siteId]
    let found = ctx.db.selectFrom('dictionary')
    if (sites) found = found.where('siteId', 'in', [0, ...sites])
    if (key) found = found.where((eb) => contains([eb.ref('title')], key))
    const { rows, total } = await readPage(found.selectAll().orderBy('id', 'desc'), paging)
    return pageOf(rows.map(presentDictionary), total, paging.size)
  },
  'dictionary.findById': async (ctx, { id }) => presentDictionary(await requireDictionary(ctx, id)),
  'dictionary.save': async (ctx, form) => presentDictionary(await saveDictionary(ctx, form)),
  'dictionary.deleteByIdList': async (ctx, ids) => {
    await removeDictionaries(ctx, ids)
    return null
  },
}

export { requireUnused } from './uses.ts'
/** Calls 112–116: flat dictionaries. */
export const dictionary: Resource = { routes }
