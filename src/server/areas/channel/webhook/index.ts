import type { FastifyInstance } from 'fastify'
import { onEntryEvents } from '#server/areas/content/entry/index.ts'
import { onSiteEvents } from '#server/areas/site/events.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { Resource } from '#server/http/routes.ts'
import { onTime } from '#server/jobs/onTime.ts'
import { maintenance } from '#server/storage/maintenance.ts'
import { anythingDue, deliverWork, pruneDeliveries } from './deliver.ts'
import { routes } from './manage.ts'
import { raiseOfEntries, raiseOfSites, TELLING } from './raise.ts'

onEntryEvents(raiseOfEntries)
onSiteEvents(raiseOfSites)

function plugin(app: FastifyInstance, deps: ServerDeps): void {
  onTime(app, deps, { kind: 'webhook.send', title: TELLING, isDue: anythingDue })
  maintenance(app, deps, () => pruneDeliveries(deps))
}

/** Webhooks notify other programs of changes to content, sites and builds. */
export const webhook: Resource = { routes, plugin, jobs: { 'webhook.send': deliverWork } }
