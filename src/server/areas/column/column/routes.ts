import type { Routes } from '#server/http/routes.ts'
import { requireLivingSites } from '#server/http/siteAccess.ts'
import { editRoutes } from './editRoutes.ts'
import { PERMISSION_NAMES } from '#shared/domain/permissionNames.ts'
import { presentDetail, presentTree } from './present.ts'
import { findTree } from './repo.ts'
import { columnFor, visibleTo } from './rules.ts'

export const routes: Omit<Routes<'column'>, 'column.settingField'> & Routes<'dict'> = {
  ...editRoutes,
  'column.getTree': async (ctx, { siteId, showHiddenMenu }) => {
    // The back office's own menus are for everyone; what is not granted is left out.
    if (siteId !== 0) await requireLivingSites(ctx, [siteId])
    const rows = await findTree(ctx.db, siteId)
    return presentTree(visibleTo(ctx.signed().authority, rows, showHiddenMenu))
  },
  'column.findById': async (ctx, { id }) => presentDetail(await columnFor(ctx, id, 'read')),
  'column.findByPost': async (ctx, { id }) => presentDetail(await columnFor(ctx, id, 'read')),
  'dict.index': async () => PERMISSION_NAMES,
}
