import { AppError } from '#shared/errors/index.ts'
import type { Routes } from '#server/http/routes.ts'
import { requireSites } from '../site/index.ts'
import { PERMISSION_NAMES } from './permissionNames.ts'
import { presentDetail, presentTree } from './present.ts'
import { findColumn, findColumns } from './repo.ts'
import { granted, visibleTo } from './rules.ts'

export const routes: Routes<'column'> & Routes<'dict'> = {
  'column.getTree': async (ctx, { siteId, showHiddenMenu }) => {
    // The back office's own menus are for everyone; what is not granted is left out.
    if (siteId !== 0) await requireSites(ctx, [siteId])
    const rows = await findColumns(ctx.db, siteId)
    return presentTree(visibleTo(ctx.signed().authority, rows, showHiddenMenu))
  },
  'column.findById': async (ctx, { id }) => {
    const row = await findColumn(ctx.db, id)
    if (!row) throw new AppError('not-found', '栏目不存在，可能已被删除')
    if (!granted(ctx.signed().authority, row)) throw new AppError('forbidden', '您没有这个栏目的权限')
    return presentDetail(row)
  },
  'dict.index': async () => PERMISSION_NAMES,
}
