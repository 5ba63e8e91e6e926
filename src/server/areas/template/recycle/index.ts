import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '#server/deps.ts'
import { pageOf } from '#server/http/paging.ts'
import type { Resource, Routes } from '#server/http/routes.ts'
import { scheduleMaintenance } from '#server/jobs/maintenance.ts'
import { present } from './present.ts'
import { recycle } from './recycle.ts'
import { findRecycled, removeExpired } from './repo.ts'
import { restore } from './restore.ts'

const routes: Pick<Routes<'template'>, 'template.deleteByIdList' | 'template.recycled' | 'template.restore'> = {
  'template.deleteByIdList': recycle,

  'template.recycled': async (ctx, input) => {
    const { rows, total } = await findRecycled(ctx.db, ctx.requireSignedIn(), {
      ...input,
      now: ctx.clock.now().getTime(),
    })
    return pageOf(rows.map(present), total, input.size)
  },

  'template.restore': restore,
}

const plugin = async (app: FastifyInstance, deps: ServerDeps): Promise<void> =>
  scheduleMaintenance(app, deps, () => removeExpired(deps))

/** Call 50 and the recycle bin of templates. */
export const templateRecycle: Resource = { routes, plugin }
