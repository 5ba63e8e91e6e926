import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { engineOf } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import { perServer } from '#server/hints.ts'
import type { Handler } from '#server/http/routes.ts'
import { wakeUps } from '#server/wakeUps.ts'
import type { NoticeNews } from '#shared/contract/notice.ts'
import { presentNotices } from './present.ts'

/**
 * Polling interval for notices of other server processes, on PostgreSQL while LISTEN does not work. One query serves
 * all waiting clients.
 */
const LOOK_MS = 1000
const NEWS = 10

/** Waiting clients of this process. Polls for notices of other processes while LISTEN does not work. */
class Waiting {
  #count = 0
  #timer: NodeJS.Timeout | undefined
  #newest = -1

  join(deps: ServerDeps, accountId: number, wake: () => void): () => void {
    const leave = wakeUps(deps).on('notice', accountId, wake)
    this.#count += 1
    if (engineOf(deps.db) === 'postgres')
      this.#timer ??= setInterval(() => void this.#pollOtherProcesses(deps), LOOK_MS).unref()
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
      const newest = await lastOf(deps.db)
      if (newest !== this.#newest) wakeUps(deps).take('notice:*')
      this.#newest = newest
    } catch (err) {
      deps.log.warn({ err }, 'notices of other processes were not looked for')
    }
  }
}

const waiting = perServer(() => new Waiting())

/** Wakes the clients of accounts whose notices have changed. */
export const wakeWaiting = (deps: ServerDeps, accountIds: Iterable<number>): void =>
  wakeUps(deps).wake('notice', accountIds)

const lastOf = async (db: Kysely<Database>): Promise<number> =>
  (await db.selectFrom('notice').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? 0

export async function unreadOf(db: Kysely<Database>, accountId: number): Promise<number> {
  const row = await db
    .selectFrom('notice')
    .select((eb) => eb.fn.countAll<number>().as('unread'))
    .where('accountId', '=', accountId)
    .where('readTime', '=', 0)
    .executeTakeFirstOrThrow()
  return row.unread
}

/** Reads the account's unread count and the notices after the id `after`. */
async function newsOf(db: Kysely<Database>, accountId: number, after: number): Promise<NoticeNews> {
  const rows = await db
    .selectFrom('notice')
    .selectAll()
    .where('accountId', '=', accountId)
    .$if(after >= 0, (query) => query.where('id', '>', after))
    .orderBy('id', 'desc')
    .limit(after >= 0 ? NEWS : 1)
    .execute()
  return {
    last: rows[0]?.id ?? Math.max(0, after),
    unread: await unreadOf(db, accountId),
    news: after >= 0 ? await presentNotices(db, rows.toReversed()) : [],
  }
}

/** Long poll for notices. A wake-up is only a hint; the state is read from the database each time. */
export const wait: Handler<'notice.wait'> = async (ctx, { after, unread, timeoutMs }) => {
  const { accountId } = ctx.signed()
  const end = performance.now() + timeoutMs
  let woken = new AbortController()
  const leave = waiting(ctx.deps).join(ctx.deps, accountId, () => woken.abort())
  try {
    for (;;) {
      woken = new AbortController()
      const news = await newsOf(ctx.db, accountId, after)
      const left = end - performance.now()
      const isNew = after < 0 || news.last > after || news.unread !== unread
      if (isNew || left <= 0 || ctx.signal.aborted) return news
      const signal = AbortSignal.any([ctx.signal, woken.signal])
      await delay(left, undefined, { signal }).catch(() => undefined)
    }
  } finally {
    leave()
  }
}
