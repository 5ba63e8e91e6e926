import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '#server/deps.ts'
import type { Resource } from '#server/http/routes.ts'
import { onTime } from '#server/jobs/onTime.ts'
import { anythingDue, SENDING } from './queue.ts'
import { readRecipients } from './recipientSheet.ts'
import { sendWork } from './work.ts'

function plugin(app: FastifyInstance, deps: ServerDeps): void {
  onTime(app, deps, { kind: 'channel.send', title: SENDING, isDue: anythingDue })
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
