import type { Resource } from '#server/http/routes.ts'
import { senders } from '../outgoing/index.ts'
import { channelRoutes } from './channels.ts'
import { marketingRoutes } from './marketing.ts'
import { smsSender } from './sender.ts'
import { templateRoutes } from './templates.ts'

senders.sms.register(smsSender)

/** Calls 177–186: channels, templates and messages of SMS. */
export const sms: Resource = { routes: { ...channelRoutes, ...templateRoutes, ...marketingRoutes } }
