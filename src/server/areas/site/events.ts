import type { CallContext } from '#server/http/context.ts'
import type { WebhookEvent } from '#shared/domain/webhookEvents.ts'

/** One thing that happened to a site or its pages. */
export interface SiteEvent {
  event: Extract<WebhookEvent, `site.${string}` | `build.${string}`>
  siteId: number
  /** What else there is to say. */
  data?: Record<string, string | number>
}

/** In whose transaction it happened; work of a job has no call's context. */
export type SiteEventWriter = Pick<CallContext, 'db' | 'clock'> & Partial<Pick<CallContext, 'afterCommit' | 'deps'>>
type Listener = (ctx: SiteEventWriter, events: readonly SiteEvent[]) => Promise<void>
const listeners: Listener[] = []

/** Called once for each listener, when the module that has it loads. */
export const onSiteEvents = (listener: Listener): void => void listeners.push(listener)

/** Tells in the transaction that made it happen. */
export async function noteSiteEvents(ctx: SiteEventWriter, events: readonly SiteEvent[]): Promise<void> {
  for (const listener of listeners) await listener(ctx, events)
}
