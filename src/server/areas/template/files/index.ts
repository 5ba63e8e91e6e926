import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '#server/deps.ts'
import type { Resource } from '#server/http/routes.ts'
import { storesOf } from '#server/storage/stores.ts'
import { scheduleMaintenance } from '#server/jobs/maintenance.ts'
import { routes } from './routes.ts'
import { serveTickets } from './tickets.ts'

/** Interval for removing redundant copies of small files. */
const SETTLE_INTERVAL_MS = 30_000

async function plugin(app: FastifyInstance, deps: ServerDeps): Promise<void> {
  serveTickets(app, deps)
  scheduleMaintenance(app, deps, async () => {
    const { contents } = await storesOf(deps)
    await contents.prune(deps.clock.now())
  })
  const settle = async () => (await storesOf(deps)).blobs.local?.checkpoint(deps.clock.now())
  scheduleMaintenance(app, deps, settle, SETTLE_INTERVAL_MS)
}

/** Calls 52–63. */
export const templateFile: Resource = { routes, plugin }
