import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '#server/deps.ts'
import type { Resource } from '#server/http/routes.ts'
import { storesOf } from '#server/storage/stores.ts'
import { maintenance } from '#server/storage/maintenance.ts'
import { takeBackUnfinished } from './recover.ts'
import { routes } from './routes.ts'
import { serveTickets } from './tickets.ts'

async function plugin(app: FastifyInstance, deps: ServerDeps): Promise<void> {
  await takeBackUnfinished(deps)
  serveTickets(app, deps)
  maintenance(app, deps, async () => {
    const { templates, contents } = await storesOf(deps)
    await templates.prune(deps.clock.now())
    await contents.prune(deps.clock.now())
  })
}

export { changing } from './location.ts'

/** Calls 52–63. */
export const templateFile: Resource = { routes, plugin }
