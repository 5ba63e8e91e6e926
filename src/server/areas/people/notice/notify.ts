import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { CallContext } from '#server/http/context.ts'
import type { NoticeKind, NoticePlace } from '#shared/contract/notice.ts'
import { inParts } from '#shared/util/lists.ts'
import { wakeWaiting } from './waiting.ts'

/** What somebody is told. */
export interface NewNotice {
  kind: NoticeKind
  /** One line. */
  title: string
  body: string
  place: NoticePlace
  siteId: number
  /** Of an entry. */
  classId?: number
  contentId?: number
}

/** Who tells: a call, or the work of a job. */
export type Telling = Pick<CallContext, 'db' | 'clock' | 'deps' | 'afterCommit'>

/** Another way to tell than the program's own list: e-mail. Its failures are logged and change nothing. */
export interface NoticeChannel {
  /** After the commit. @param accountIds who is told */
  send(deps: ServerDeps, accountIds: readonly number[], notice: NewNotice): Promise<void>
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

/**
 * Tells each account once, in the caller's transaction; those that wait for news hear of it after its commit. The list of a
 * person is cut to its length by the upkeep, not here.
 */
export async function notify(tell: Telling, accountIds: Iterable<number>, notice: NewNotice): Promise<void> {
  const ids = [...new Set(accountIds)].filter((id) => id > 0)
  if (ids.length === 0) return
  const row = {
    kind: notice.kind,
    title: cut(notice.title, TITLE_LIMIT),
    body: cut(notice.body, BODY_LIMIT),
    place: notice.place,
    siteId: notice.siteId,
    classId: notice.classId ?? 0,
    contentId: notice.contentId ?? 0,
    createTime: tell.clock.now().getTime(),
  }
  for (const part of inParts(ids, ROWS))
    await tell.db
      .insertInto('notice')
      .values(part.map((accountId) => ({ ...row, accountId })))
      .execute()
  tell.afterCommit(async () => {
    wakeWaiting(tell.deps, ids)
    for (const channel of channels) await channel.send(tell.deps, ids, notice)
  })
}

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
  const own = await db
    .selectFrom('account')
    .select('id')
    .where('isStatus', '=', 1)
    .where('roleId', 'in', [...new Set(roleIds), -1])
    .execute()
  const others = await db
    .selectFrom('stand_in')
    .innerJoin('account', 'account.id', 'stand_in.accountId')
    .select('stand_in.standInId')
    .where('account.isStatus', '=', 1)
    .where('account.roleId', 'in', [...new Set(roleIds), -1])
    .where('stand_in.fromTime', '<=', time)
    .where((eb) => eb.or([eb('stand_in.toTime', '=', 0), eb('stand_in.toTime', '>', time)]))
    .execute()
  return new Set([...own.map(({ id }) => id), ...others.map(({ standInId }) => standInId)])
}
