import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { engineOf } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import { perServer } from '#server/hints.ts'
import type { Handler } from '#server/http/routes.ts'
import { wakeUps } from '#server/wakeUps.ts'
import type { NoticeUpdate } from '#shared/contract/notice.ts'
import { presentNotices } from './present.ts'

/**
 * Polling interval for notices of other server processes, on PostgreSQL while LISTEN does not work. One query serves
 * all waiting clients.
 */
const POLL_MS = 1000
const MAX_NEWS = 10

/** Waiting clients of this process. Polls for notices of other processes while LISTEN does not work. */
class NoticeWaiters {
  #count = 0
  #timer: NodeJS.Timeout | undefined
  #newest = -1

  join(deps: ServerDeps, accountId: number, wake: () => void): () => void {
    const leave = wakeUps(deps).on('notice', accountId, wake)
    this.#count += 1
    if (engineOf(deps.db) === 'postgres')
      this.#timer ??= setInterval(() => void this.#pollOtherProcesses(deps), POLL_MS).unref()
    return () => {
      leave()
      this.#count -= 1
      if (this.#count > 0) return
      clearInterval(this.#timer)
      this.#timer = undefined
    }
  }

  /** Wakes all waiting clients if another process has created a notice. */
  async #pollOtherProcesses(deps: ServerDeps): Promise<void> {
    if (wakeUps(deps).isListening) return
    try {
      const newest = await readLastId(deps.db)
      if (newest !== this.#newest) wakeUps(deps).handlePayload('notice:*')
      this.#newest = newest
    } catch (err) {
      deps.log.warn({ err }, 'notices of other processes were not looked for')
    }
  }
}

const waiting = perServer(() => new NoticeWaiters())

/** Wakes the clients of accounts whose notices have changed. */
export const wakeWaiters = (deps: ServerDeps, accountIds: Iterable<number>): void =>
  wakeUps(deps).wake('notice', accountIds)

const readLastId = async (db: Kysely<Database>): Promise<number> =>
  (await db.selectFrom('notice').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? 0

export async function countUnread(db: Kysely<Database>, accountId: number): Promise<number> {
  const row = await db
    .selectFrom('notice')
    .select((eb) => eb.fn.countAll<number>().as('unread'))
    .where('accountId', '=', accountId)
    .where('readTime', '=', 0)
    .executeTakeFirstOrThrow()
  return row.unread
}

/** Reads the account's unread count and the notices after the id `after`. */
async function readNews(db: Kysely<Database>, accountId: number, after: number): Promise<NoticeUpdate> {
  const rows = await db
    .selectFrom('notice')
    .selectAll()
    .where('accountId', '=', accountId)
    .$if(after >= 0, (query) => query.where('id', '>', after))
    .orderBy('id', 'desc')
    .limit(after >= 0 ? MAX_NEWS : 1)
    .execute()
  return {
    last: rows[0]?.id ?? Math.max(0, after),
    unread: await countUnread(db, accountId),
    news: after >= 0 ? await presentNotices(db, rows.toReversed()) : [],
  }
}

/** Long poll for notices. A wake-up is only a hint; the state is read from the database each time. */
export const waitForNotices: Handler<'notice.wait'> = async (ctx, { after, unread, timeoutMs }) => {
  const { accountId } = ctx.requireSignedIn()
  const end = performance.now() + timeoutMs
  let woken = new AbortController()
  const leave = waiting(ctx.deps).join(ctx.deps, accountId, () => woken.abort())
  try {
    for (;;) {
      woken = new AbortController()
      const news = await readNews(ctx.db, accountId, after)
      const remainingMs = end - performance.now()
      const isNew = after < 0 || news.last > after || news.unread !== unread
      if (isNew || remainingMs <= 0 || ctx.signal.aborted) return news
      const signal = AbortSignal.any([ctx.signal, woken.signal])
      await delay(remainingMs, undefined, { signal }).catch(() => undefined)
    }
  } finally {
    leave()
  }
}
