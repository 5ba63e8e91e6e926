import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '#server/deps.ts'
import type { Resource } from '#server/http/routes.ts'
import { pollScheduledWork } from '#server/jobs/scheduledWork.ts'
import { hasDueMessages, SENDING_TITLE } from './queue.ts'
import { readRecipients } from './recipientSheet.ts'
import { sendWork } from './work.ts'

function plugin(app: FastifyInstance, deps: ServerDeps): void {
  pollScheduledWork(app, deps, { kind: 'channel.send', title: SENDING_TITLE, isDue: hasDueMessages })
}

export * from './receipts.ts'
export * from './records.ts'
export * from './sender.ts'
export * from './system.ts'

/** Messages to many recipients, by e-mail and by SMS. */
export const outgoing: Resource = {
  routes: { 'recipientSheet.read': readRecipients },
  jobs: { 'channel.send': sendWork },
  plugin,
}
