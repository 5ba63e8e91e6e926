import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { Clock, ServerDeps } from '#server/deps.ts'
import type { CallContext } from '#server/http/context.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import type { EntryEventKind } from '#shared/domain/entryEvents.ts'
import { toChunks, type EntryRow } from '../store/entries.ts'

/** An event in an entry's timeline. */
export interface EntryEvent {
  entry: Pick<EntryRow, 'id' | 'classId' | 'siteId' | 'title'>
  kind: EntryEventKind
  /** Version of the revision that the event created; absent when it created none. */
  version?: number
  /** A step with its remark, or another column. */
  detail?: string
  /** Id of the application or other entry that the event is about. */
  refId?: number
}

/** Who acts, and when. A CallContext qualifies. */
export interface EventWriter {
  db: Kysely<Database>
  clock: Clock
  requireSignedIn(): { accountId: number; username: string }
  /** Of a call only: hooks that run after its commit, and the server's dependencies. */
  afterCommit?: CallContext['afterCommit']
  deps?: ServerDeps
}

/** Reacts to entry events in the same transaction. */
export type EventListener = (ctx: EventWriter, events: readonly EntryEvent[]) => Promise<void>
const listeners: EventListener[] = []

/** Registers a listener; called once per listener, when its module loads. */
export const onEntryEvents = (listener: EventListener): void => void listeners.push(listener)

/** Writer for changes that the server makes by itself. */
export const createServerWriter = ({ db, clock }: Pick<EventWriter, 'db' | 'clock'>): EventWriter => ({
  db,
  clock,
  requireSignedIn: () => ({ accountId: 0, username: '' }),
})

/** Characters of an event's detail. */
const MAX_DETAIL_LENGTH = 500

/** Stores events in the transaction that caused them, one statement per batch; then calls the listeners. */
export async function recordEvents(ctx: EventWriter, events: readonly EntryEvent[]): Promise<void> {
  if (events.length === 0) return
  const { db, clock, requireSignedIn } = ctx
  const { accountId: authorId, username: author } = requireSignedIn()
  const createTime = clock.now().getTime()
  for (const part of toChunks(events))
    await db
      .insertInto('content_event')
      .values(
        part.map(({ entry: { id: contentId, classId, siteId, title }, kind, version = 0, detail = '', refId = 0 }) => ({
          contentId,
          classId,
          siteId,
          kind,
          version,
          title,
          author,
          authorId,
          refId,
          createTime,
          detail: detail.slice(0, MAX_DETAIL_LENGTH).toWellFormed(),
        })),
      )
      .execute()
  for (const listener of listeners) await listener(ctx, events)
}

/** Retention of the timelines of permanently deleted entries. */
const RETENTION_MS = 365 * DAY_MS

/** Removes the timelines of entries deleted longer ago. */
export async function removeOldEvents({ db, clock }: Pick<EventWriter, 'db' | 'clock'>): Promise<void> {
  const limit = clock.now().getTime() - RETENTION_MS
  await db
    .deleteFrom('content_event')
    .where('contentId', 'in', (eb) =>
      eb.selectFrom('content_event').select('contentId').where('kind', '=', 'deleted').where('createTime', '<', limit),
    )
    .execute()
}
