import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '#server/deps.ts'
import type { Resource } from '#server/http/routes.ts'
import { pollScheduledWork } from '#server/jobs/scheduledWork.ts'
import { hasDueReceipts, senders } from '../outgoing/index.ts'
import { channelRoutes } from './channels.ts'
import { marketingRoutes } from './marketing.ts'
import { receiptWork } from './receipts.ts'
import { smsSender } from './sender.ts'
import { templateRoutes } from './templates.ts'

senders.sms.register(smsSender)

function plugin(app: FastifyInstance, deps: ServerDeps): void {
  pollScheduledWork(app, deps, { kind: 'channel.receipts', title: '查询短信送达情况', isDue: hasDueReceipts })
}

/** Calls 177–186: SMS channels, templates and messages. */
export const sms: Resource = {
  routes: { ...channelRoutes, ...templateRoutes, ...marketingRoutes },
  jobs: { 'channel.receipts': receiptWork },
  plugin,
}
