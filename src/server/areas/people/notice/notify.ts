import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { CallContext } from '#server/http/context.ts'
import type { NoticeKind, NoticeTarget } from '#shared/contract/notice.ts'
import { splitIntoBatches } from '#shared/util/lists.ts'
import { wakeWaiters } from './waiting.ts'

/** The content of a notice. */
export interface NewNotice {
  kind: NoticeKind
  /** One line. */
  title: string
  body: string
  place: NoticeTarget
  siteId: number
  /** Column of an entry. */
  classId?: number
  contentId?: number
}

/** What notify needs of a call or a job. */
export type NotifyContext = Pick<CallContext, 'db' | 'clock' | 'deps' | 'afterCommit'>

/** A notice with its recipients. */
export interface SentNotice {
  ids: readonly number[]
  notice: NewNotice
}

/** An additional channel for notices, such as e-mail. Its failures are only logged. */
export interface NoticeChannel {
  /** Sends the notices of one call, after its commit. */
  send(deps: ServerDeps, list: readonly SentNotice[]): Promise<void>
}
const channels = new Set<NoticeChannel>()

/** Adds a channel; returns a function that removes it. */
export function registerNoticeChannel(channel: NoticeChannel): () => void {
  channels.add(channel)
  return () => void channels.delete(channel)
}

/** Rows per insert. */
const MAX_INSERT_ROWS = 200
const MAX_TITLE_LENGTH = 200
const MAX_BODY_LENGTH = 500

/** A notice and its recipients. */
export interface NoticeRequest {
  accountIds: Iterable<number>
  notice: NewNotice
}

/**
 * Creates a notice for each account in the caller's transaction, and wakes waiting clients after the commit.
 * Maintenance deletes the notices beyond an account's limit, not this function.
 */
export const notify = (ctx: NotifyContext, accountIds: Iterable<number>, notice: NewNotice): Promise<void> =>
  notifyEach(ctx, [{ accountIds, notice }])

/** Like notify, for several notices at once. */
export async function notifyEach(ctx: NotifyContext, list: readonly NoticeRequest[]): Promise<void> {
  const all = list
    .map(({ accountIds, notice }): SentNotice => ({ ids: [...new Set(accountIds)].filter((id) => id > 0), notice }))
    .filter(({ ids }) => ids.length > 0)
  const createTime = ctx.clock.now().getTime()
  const rows = all.flatMap(({ ids, notice }) => ids.map((accountId) => ({ ...toRow(notice), createTime, accountId })))
  if (rows.length === 0) return
  for (const part of splitIntoBatches(rows, MAX_INSERT_ROWS)) await ctx.db.insertInto('notice').values(part).execute()
  ctx.afterCommit(async () => {
    for (const { ids } of all) wakeWaiters(ctx.deps, ids)
    for (const channel of channels) await channel.send(ctx.deps, all)
  })
}

const toRow = ({ kind, title, body, place, siteId, classId = 0, contentId = 0 }: NewNotice) => ({
  kind,
  title: cut(title, MAX_TITLE_LENGTH),
  body: cut(body, MAX_BODY_LENGTH),
  place,
  siteId,
  classId,
  contentId,
})

const cut = (text: string, limit: number): string => {
  const letters = [...text]
  return letters.length > limit ? `${letters.slice(0, limit - 1).join('')}…` : text
}

/** Active accounts of the roles, and their current stand-ins. */
export async function findRoleAccounts(
  db: Kysely<Database>,
  roleIds: readonly number[],
  now: Date,
): Promise<ReadonlySet<number>> {
  const time = now.getTime()
  const wanted = [...new Set(roleIds), -1]
  const rows = await db
    .selectFrom('account')
    .select('account.id')
    .where('account.isStatus', '=', 1)
    .where('account.roleId', 'in', wanted)
    .unionAll(
      db
        .selectFrom('stand_in')
        .innerJoin('account', 'account.id', 'stand_in.accountId')
        .select('stand_in.standInId as id')
        .where('account.isStatus', '=', 1)
        .where('account.roleId', 'in', wanted)
        .where('stand_in.fromTime', '<=', time)
        .where((eb) => eb.or([eb('stand_in.toTime', '=', 0), eb('stand_in.toTime', '>', time)])),
    )
    .execute()
  return new Set(rows.map(({ id }) => id))
}
