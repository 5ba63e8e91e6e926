import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { CallContext } from '#server/http/context.ts'
import type { NoticeKind, NoticeTarget } from '#shared/contract/notice.ts'
import { inParts } from '#shared/util/lists.ts'
import { wakeWaiting } from './waiting.ts'

/** What somebody is told. */
export interface NewNotice {
  kind: NoticeKind
  /** One line. */
  title: string
  body: string
  place: NoticeTarget
  siteId: number
  /** Of an entry. */
  classId?: number
  contentId?: number
}

/** Who tells: a call, or the work of a job. */
export type Telling = Pick<CallContext, 'db' | 'clock' | 'deps' | 'afterCommit'>

/** A notice with those who were told. */
export interface Sent {
  ids: readonly number[]
  notice: NewNotice
}

/** Another way to tell than the program's own list: e-mail. Its failures are logged and change nothing. */
export interface NoticeChannel {
  /** After the commit, what one call tells. */
  send(deps: ServerDeps, list: readonly Sent[]): Promise<void>
}
const channels = new Set<NoticeChannel>()

/** Adds a way to tell; answers the way to take it off again. */
export function registerNoticeChannel(channel: NoticeChannel): () => void {
  channels.add(channel)
  return () => void channels.delete(channel)
}

/** Rows of one statement. */
const ROWS = 200
const TITLE_LIMIT = 200
const BODY_LIMIT = 500

/** Who is told what. */
export interface Told {
  accountIds: Iterable<number>
  notice: NewNotice
}

/**
 * Tells each account once, in the caller's transaction; those that wait for news hear of it after its commit. The list of a
 * person is cut to its length by the upkeep, not here.
 */
export const notify = (tell: Telling, accountIds: Iterable<number>, notice: NewNotice): Promise<void> =>
  notifyEach(tell, [{ accountIds, notice }])

/** Several notices, each as notify tells it, in one statement. */
export async function notifyEach(tell: Telling, list: readonly Told[]): Promise<void> {
  const all = list
    .map(({ accountIds, notice }): Sent => ({ ids: [...new Set(accountIds)].filter((id) => id > 0), notice }))
    .filter(({ ids }) => ids.length > 0)
  const createTime = tell.clock.now().getTime()
  const rows = all.flatMap(({ ids, notice }) => ids.map((accountId) => ({ ...rowOf(notice), createTime, accountId })))
  if (rows.length === 0) return
  for (const part of inParts(rows, ROWS)) await tell.db.insertInto('notice').values(part).execute()
  tell.afterCommit(async () => {
    for (const { ids } of all) wakeWaiting(tell.deps, ids)
    for (const channel of channels) await channel.send(tell.deps, all)
  })
}

const rowOf = ({ kind, title, body, place, siteId, classId = 0, contentId = 0 }: NewNotice) => ({
  kind,
  title: cut(title, TITLE_LIMIT),
  body: cut(body, BODY_LIMIT),
  place,
  siteId,
  classId,
  contentId,
})

const cut = (text: string, limit: number): string => {
  const letters = [...text]
  return letters.length > limit ? `${letters.slice(0, limit - 1).join('')}…` : text
}

/** Active accounts of the roles, and those who stand in for one of them now. */
export async function accountsOfRoles(
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
