import type { OutgoingKind } from './table.ts'
import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { CallContext } from '#server/http/context.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import { queueSending } from './queue.ts'
import { insertMessage, type NewMessage, type NewRecipient } from './records.ts'

/** Days until system messages are deleted, and within which a paused one may still be sent. */
const RETENTION_DAYS = 30
const MAX_RESUME_AGE_DAYS = 1

/** Saves and sends a message of the system itself, which appears in no list. Must not run in a transaction. */
export async function saveSystemMessage(
  deps: ServerDeps,
  message: Omit<NewMessage, 'siteId'>,
  recipients: readonly NewRecipient[],
): Promise<void> {
  const own = { ...message, siteId: 0, sendType: 1, dueTime: 0, accountId: 0, username: '' }
  const createTime = deps.clock.now().getTime()
  await deps.db.transaction().execute((tx) => insertMessage(tx, { ...own, createTime }, recipients))
  await queueSending(deps)
}

/** Why system messages are paused: the reason of the latest one; '' when none is paused. */
export async function findSystemPauseReason(db: Kysely<Database>): Promise<string> {
  const row = await db
    .selectFrom('outgoing')
    .select('reason')
    .where('siteId', '=', 0)
    .where('state', '=', 'paused')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.reason ?? ''
}

/** Resumes paused system messages over the channels that are now selected; messages older than a day are cancelled. */
export async function resumeSystemMessages(ctx: CallContext, channels: Record<OutgoingKind, number>): Promise<void> {
  const since = ctx.clock.now().getTime() - MAX_RESUME_AGE_DAYS * DAY_MS
  const updatePaused = (kind: OutgoingKind) =>
    ctx.db.updateTable('outgoing').where('kind', '=', kind).where('siteId', '=', 0).where('state', '=', 'paused')
  for (const kind of ['email', 'sms'] as const) {
    if (channels[kind] === 0) continue
    const again = { state: 'waiting', reason: '', failures: 0, nextTime: 0, channelId: channels[kind] } as const
    await updatePaused(kind).set(again).where('createTime', '>', since).execute()
    await updatePaused(kind).set({ state: 'cancelled' }).execute()
  }
  ctx.afterCommit(() => queueSending(ctx.deps))
}

export async function pruneSystemMessages({ db, clock }: ServerDeps): Promise<void> {
  await db
    .deleteFrom('outgoing')
    .where('siteId', '=', 0)
    .where('createTime', '<', clock.now().getTime() - RETENTION_DAYS * DAY_MS)
    .execute()
}
