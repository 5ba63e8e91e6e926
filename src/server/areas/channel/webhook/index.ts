import type { FastifyInstance } from 'fastify'
import { onEntryEvents } from '#server/areas/content/entry/index.ts'
import { onSiteEvents } from '#server/areas/site/events.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { Resource } from '#server/http/routes.ts'
import { pollScheduledWork } from '#server/jobs/scheduledWork.ts'
import { scheduleMaintenance } from '#server/jobs/maintenance.ts'
import { hasDueDeliveries, deliverWork, pruneDeliveries } from './deliver.ts'
import { routes } from './manage.ts'
import { queueEntryEvents, queueSiteEvents, SENDING_TITLE } from './queueEvents.ts'

onEntryEvents(queueEntryEvents)
onSiteEvents(queueSiteEvents)

function plugin(app: FastifyInstance, deps: ServerDeps): void {
  pollScheduledWork(app, deps, { kind: 'webhook.send', title: SENDING_TITLE, isDue: hasDueDeliveries })
  scheduleMaintenance(app, deps, () => pruneDeliveries(deps))
}

/** Webhooks notify other programs of changes to content, sites and builds. */
export const webhook: Resource = { routes, plugin, jobs: { 'webhook.send': deliverWork } }
