import type { OutgoingKind } from './table.ts'
import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { CallContext } from '#server/http/context.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import { sendSoon } from './queue.ts'
import { insertMessage, type NewMessage, type NewRecipient } from './records.ts'

/** Days for which messages of the program are kept, and within which a held one may still go out. */
const KEPT_DAYS = 30
const FRESH_DAYS = 1

/** Keeps a message of the program itself, which goes out at once and stands in nobody's list. Not in a transaction. */
export async function saveSystemMessage(
  deps: ServerDeps,
  message: Omit<NewMessage, 'siteId'>,
  recipients: readonly NewRecipient[],
): Promise<void> {
  const own = { ...message, siteId: 0, sendType: 1, dueTime: 0, accountId: 0, username: '' }
  const createTime = deps.clock.now().getTime()
  await deps.db.transaction().execute((tx) => insertMessage(tx, { ...own, createTime }, recipients))
  await sendSoon(deps)
}

/** Why messages of the program are held now: what was said of the last one; '' when none are. */
export async function heldProblem(db: Kysely<Database>): Promise<string> {
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

/** Lets those that are held go on over the channels that are chosen now; what is older than a day is news no more. */
export async function resumeSystemMessages(ctx: CallContext, channels: Record<OutgoingKind, number>): Promise<void> {
  const since = ctx.clock.now().getTime() - FRESH_DAYS * DAY_MS
  const held = (kind: OutgoingKind) =>
    ctx.db.updateTable('outgoing').where('kind', '=', kind).where('siteId', '=', 0).where('state', '=', 'paused')
  for (const kind of ['email', 'sms'] as const) {
    if (channels[kind] === 0) continue
    const again = { state: 'waiting', reason: '', failures: 0, nextTime: 0, channelId: channels[kind] } as const
    await held(kind).set(again).where('createTime', '>', since).execute()
    await held(kind).set({ state: 'cancelled' }).execute()
  }
  ctx.afterCommit(() => sendSoon(ctx.deps))
}

export async function pruneSystemMessages({ db, clock }: ServerDeps): Promise<void> {
  await db
    .deleteFrom('outgoing')
    .where('siteId', '=', 0)
    .where('createTime', '<', clock.now().getTime() - KEPT_DAYS * DAY_MS)
    .execute()
}
