import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { Clock, ServerDeps } from '#server/deps.ts'
import type { CallContext } from '#server/http/context.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import type { EntryEventKind } from '#shared/domain/entryEvents.ts'
import { chunks, type EntryRow } from '../store/entries.ts'

/** One thing that happened to an entry. */
export interface EntryEvent {
  entry: Pick<EntryRow, 'id' | 'classId' | 'siteId' | 'title'>
  kind: EntryEventKind
  /** Of the revision that it made; absent: none. */
  version?: number
  /** A step with its remark, another column. */
  detail?: string
  /** The application or the other entry that it was about. */
  refId?: number
}

/** Who did it, and when; a call's context is one. */
export interface EventWriter {
  db: Kysely<Database>
  clock: Clock
  signed(): { accountId: number; username: string }
  /** Of a call: what runs once its transaction has committed, and the server that it is on. */
  afterCommit?: CallContext['afterCommit']
  deps?: ServerDeps
}

/** What else has to happen with what happened to entries, in the same transaction. */
export type EventListener = (ctx: EventWriter, events: readonly EntryEvent[]) => Promise<void>
const listeners: EventListener[] = []

/** Called once for each listener, when the module that has it loads. */
export const onEntryEvents = (listener: EventListener): void => void listeners.push(listener)

/** What happens without anybody's doing. */
export const byServer = ({ db, clock }: Pick<EventWriter, 'db' | 'clock'>): EventWriter => ({
  db,
  clock,
  signed: () => ({ accountId: 0, username: '' }),
})

/** Of what an event says beside its kind. */
const DETAIL_LIMIT = 500

/** Notes what happened, in the transaction that made it happen: one statement for a batch. */
export async function noteEvents(ctx: EventWriter, events: readonly EntryEvent[]): Promise<void> {
  if (events.length === 0) return
  const { db, clock, signed } = ctx
  const { accountId: authorId, username: author } = signed()
  const createTime = clock.now().getTime()
  for (const part of chunks(events))
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
          detail: detail.slice(0, DETAIL_LIMIT).toWellFormed(),
        })),
      )
      .execute()
  for (const listener of listeners) await listener(ctx, events)
}

/** The line of time of what was deleted for good is kept for so long. */
const KEPT_AFTER_MS = 365 * DAY_MS

/** Removes what happened to entries that have long been deleted. */
export async function removeOldEvents({ db, clock }: Pick<EventWriter, 'db' | 'clock'>): Promise<void> {
  const limit = clock.now().getTime() - KEPT_AFTER_MS
  await db
    .deleteFrom('content_event')
    .where('contentId', 'in', (eb) =>
      eb.selectFrom('content_event').select('contentId').where('kind', '=', 'deleted').where('createTime', '<', limit),
    )
    .execute()
}
