import type { Resource, Routes } from '#server/http/routes.ts'
import { queueJob } from '#server/jobs/queue.ts'
import { AppError } from '#shared/errors/index.ts'
import { requireLivingSites } from '#server/http/siteAccess.ts'

const routes: Routes<'statics'> = {
  'statics.cleanAllHTML': async (ctx, { id: siteId }) => {
    await requireLivingSites(ctx, [siteId])
    return queueJob(ctx, { kind: 'statics.clean', title: '清除静态页面', siteId, input: { siteId } })
  },

  'statics.buildHTML': async (ctx, { siteId, menuIds: given }) => {
    await requireLivingSites(ctx, [siteId])
    const menuIds = [...new Set(given)]
    const rows = await ctx.db.selectFrom('site_column').select('id').where('siteId', '=', siteId).execute()
    const own = new Set(rows.map((row) => row.id))
    const foreign = menuIds.filter((id) => !own.has(id))
    if (foreign.length > 0) {
      throw new AppError('not-found', `这个站点没有栏目（编号 ${foreign.join('、')}），请刷新后重新选择`)
    }
    return queueJob(ctx, { kind: 'statics.build', title: '生成静态页面', siteId, input: { siteId, menuIds } })
  },
}

/** Calls 67 and 68: they queue what the site engine does. */
export const statics: Resource = { routes }
