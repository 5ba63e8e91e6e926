import type { Resource } from '#server/http/routes.ts'
import { senders } from '../outgoing/index.ts'
import { channelRoutes } from './channels.ts'
import { sendRoutes } from './send.ts'
import { emailSender } from './sender.ts'
import { serveUnsubscribe } from './unsubscribe.ts'

senders.email.register(emailSender)

/** Calls 170–176: sender accounts and e-mail messages. */
export const email: Resource = { routes: { ...channelRoutes, ...sendRoutes }, plugin: serveUnsubscribe }
