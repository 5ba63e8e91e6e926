import type { Kysely } from 'kysely'
import type { EntryEvent, EventWriter } from '#server/areas/content/entry/index.ts'
import type { SiteEvent, SiteEventWriter } from '#server/areas/site/events.ts'
import type { Database } from '#server/db/schema.ts'
import type { CallContext } from '#server/http/context.ts'
import { queueScheduled } from '#server/jobs/queue.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { EntryEventKind } from '#shared/domain/entryEvents.ts'
import type { WebhookEvent } from '#shared/domain/webhookEvents.ts'
import { splitIntoBatches } from '#shared/util/lists.ts'

/** Rows per insert. */
const MAX_INSERT_ROWS = 100
/** Title in the list of jobs. */
export const SENDING_TITLE = '通知 Webhook'

/** An event before it is queued as deliveries. */
interface WebhookPayload {
  event: WebhookEvent
  siteId: number
  data: Record<string, unknown>
}

type Writer = Pick<CallContext, 'db' | 'clock'> & {
  afterCommit?: CallContext['afterCommit'] | undefined
  deps?: ServerDeps | undefined
}

const WEBHOOK_EVENT_OF: Partial<Record<EntryEventKind, WebhookEvent>> = {
  created: 'content.created',
  copiedFrom: 'content.created',
  imported: 'content.saved',
  saved: 'content.saved',
  restored: 'content.saved',
  followed: 'content.saved',
  moved: 'content.saved',
  returned: 'content.saved',
  published: 'content.published',
  unpublished: 'content.unpublished',
  recycled: 'content.removed',
  deleted: 'content.removed',
}

/** Starts sending now instead of at the next poll. Must not run in a transaction. */
export const queueSending = (deps: ServerDeps): Promise<void> => queueScheduled(deps, 'webhook.send', SENDING_TITLE)

/** The JSON body of an event, the same for each receiver and each attempt. */
export const createBody = (event: string, siteId: number, time: number, data: unknown): string =>
  JSON.stringify({ event, siteId, time: new Date(time).toISOString(), data })

/** Reads the enabled webhooks with their events and sites. */
async function readSubscriptions(db: Kysely<Database>) {
  const rows = await db.selectFrom('webhook').select(['id', 'events', 'siteIds']).where('isOn', '=', 1).execute()
  return rows.map(({ id, events, siteIds }) => ({
    id,
    events: new Set(JSON.parse(events) as string[]),
    siteIds: new Set(JSON.parse(siteIds) as number[]),
  }))
}

/** Queues events for the subscribed webhooks, in the transaction of the change. */
async function queueEvents({ db, clock, afterCommit, deps }: Writer, events: readonly WebhookPayload[]): Promise<void> {
  if (events.length === 0) return
  const hooks = await readSubscriptions(db)
  if (hooks.length === 0) return
  const now = clock.now().getTime()
  const rows = events.flatMap(({ event, siteId, data }) =>
    hooks
      .filter(({ events: subscribed, siteIds }) => subscribed.has(event) && (siteIds.size === 0 || siteIds.has(siteId)))
      .map(({ id }) => ({
        webhookId: id,
        event,
        siteId,
        body: createBody(event, siteId, now, data),
        state: 'waiting' as const,
        nextTime: now,
        createTime: now,
      })),
  )
  for (const part of splitIntoBatches(rows, MAX_INSERT_ROWS))
    await db.insertInto('webhook_delivery').values(part).execute()
  if (rows.length > 0 && deps) afterCommit?.(() => queueSending(deps))
}

/** Queues events of entries. */
export const queueEntryEvents = (ctx: EventWriter, events: readonly EntryEvent[]): Promise<void> => {
  const { username: author } = ctx.requireSignedIn()
  return queueEvents(
    ctx,
    events.flatMap(({ entry: { id, classId, siteId, title }, kind, version = 0 }) => {
      const event = WEBHOOK_EVENT_OF[kind]
      return event ? [{ event, siteId, data: { id, classId, title, version, author } }] : []
    }),
  )
}

/** Queues events of sites and their builds. */
export const queueSiteEvents = (ctx: SiteEventWriter, events: readonly SiteEvent[]): Promise<void> =>
  queueEvents(
    ctx,
    events.map(({ event, siteId, data = {} }) => ({ event, siteId, data: { id: siteId, ...data } })),
  )
