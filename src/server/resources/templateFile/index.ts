import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '../../deps.ts'
import type { Resource } from '../../http/routes.ts'
import { storesOf } from '../../storage/stores.ts'
import { upkeep } from '../../storage/upkeep.ts'
import { routes } from './routes.ts'
import { serveTickets } from './tickets.ts'

function plugin(app: FastifyInstance, deps: ServerDeps): void {
  serveTickets(app, deps)
  upkeep(app, deps, async () => (await storesOf(deps)).templates.prune(deps.clock.now()))
}

/** Calls 52–63. */
export const templateFile: Resource = { routes, plugin }
