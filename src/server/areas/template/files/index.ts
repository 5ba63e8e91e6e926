import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '#server/deps.ts'
import type { Resource } from '#server/http/routes.ts'
import { storesOf } from '#server/storage/stores.ts'
import { maintenance } from '#server/storage/maintenance.ts'
import { routes } from './routes.ts'
import { serveTickets } from './tickets.ts'

/** Interval for removing redundant copies of small files. */
const SETTLE_EVERY_MS = 30_000

async function plugin(app: FastifyInstance, deps: ServerDeps): Promise<void> {
  serveTickets(app, deps)
  maintenance(app, deps, async () => {
    const { contents } = await storesOf(deps)
    await contents.prune(deps.clock.now())
  })
  const settle = async () => (await storesOf(deps)).blobs.local?.settle(deps.clock.now())
  maintenance(app, deps, settle, SETTLE_EVERY_MS)
}

/** Calls 52–63. */
export const templateFile: Resource = { routes, plugin }
