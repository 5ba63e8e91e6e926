import type { CallContext } from '#server/http/context.ts'
import type { WebhookEvent } from '#shared/domain/webhookEvents.ts'

/** An event of a site or its pages. */
export interface SiteEvent {
  event: Extract<WebhookEvent, `site.${string}` | `build.${string}`>
  siteId: number
  /** Additional properties. */
  data?: Record<string, string | number>
}

/** The transaction of the event; jobs have no call context. */
export type SiteEventWriter = Pick<CallContext, 'db' | 'clock'> & Partial<Pick<CallContext, 'afterCommit' | 'deps'>>
type Listener = (ctx: SiteEventWriter, events: readonly SiteEvent[]) => Promise<void>
const listeners: Listener[] = []

/** Called once per listener, when its module is loaded. */
export const onSiteEvents = (listener: Listener): void => void listeners.push(listener)

/** Notifies the listeners in the transaction of the change. */
export async function publishSiteEvents(ctx: SiteEventWriter, events: readonly SiteEvent[]): Promise<void> {
  for (const listener of listeners) await listener(ctx, events)
}
