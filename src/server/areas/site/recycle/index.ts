import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '#server/deps.ts'
import { pageOf } from '#server/http/paging.ts'
import type { Resource, Routes } from '#server/http/routes.ts'
import { scheduleMaintenance } from '#server/jobs/maintenance.ts'
import { grantedSiteIds, requireActiveSites } from '#server/siteAccess.ts'
import { publishSiteEvents } from '../events.ts'
import { requireFreeHosts, requireFreeSymbol } from '../site/index.ts'
import { present } from './present.ts'
import { findRecycled, recycledSymbol, requireRecycledSites, removeExpired, toOriginalSymbol } from './repo.ts'

const routes: Pick<Routes<'site'>, 'site.deleteByIdList' | 'site.recycled' | 'site.restore'> = {
  /** Columns, grants and bindings stay but are inaccessible; the symbol and domains become available again. */
  'site.deleteByIdList': async (ctx, given) => {
    const ids = [...new Set(given)]
    await requireActiveSites(ctx, ids)
    const stamp = { deleteTime: ctx.clock.now().getTime(), deletedBy: ctx.requireSignedIn().username }
    await ctx.db
      .updateTable('site')
      .set({ ...stamp, symbol: recycledSymbol })
      .where('id', 'in', ids)
      .where('deleteTime', 'is', null)
      .execute()
    await publishSiteEvents(
      ctx,
      ids.map((siteId) => ({ event: 'site.removed', siteId })),
    )
    return null
  },

  'site.recycled': async (ctx, input) => {
    const ids = grantedSiteIds(ctx.requireSignedIn().authority)
    const { rows, total } = await findRecycled(ctx.db, { ...input, ids, now: ctx.clock.now().getTime() })
    return pageOf(rows.map(present), total, input.size)
  },

  'site.restore': async (ctx, given) => {
    const ids = [...new Set(given)]
    const { authority } = ctx.requireSignedIn()
    for (const row of await requireRecycledSites(ctx, ids)) {
      const symbol = toOriginalSymbol(row)
      await requireFreeSymbol(ctx.db, symbol, row.id, authority)
      await requireFreeHosts(ctx.db, row.domain.split(',').filter(Boolean), row.id, authority)
      const change = { symbol, deleteTime: null, deletedBy: '' }
      await ctx.db.updateTable('site').set(change).where('id', '=', row.id).execute()
    }
    await publishSiteEvents(
      ctx,
      ids.map((siteId) => ({ event: 'site.restored', siteId })),
    )
    return null
  },
}

const plugin = (app: FastifyInstance, deps: ServerDeps): void =>
  scheduleMaintenance(app, deps, () => removeExpired(deps))

/** Call 18 and the recycle bin of sites. */
export const siteRecycle: Resource = { routes, plugin }
