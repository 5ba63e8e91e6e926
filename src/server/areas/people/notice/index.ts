import type { FastifyInstance } from 'fastify'
import { contains } from '#server/db/search.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { CallContext } from '#server/http/context.ts'
import { pageOf, readPage } from '#server/http/paging.ts'
import type { Resource, Routes } from '#server/http/routes.ts'
import { scheduleMaintenance } from '#server/jobs/maintenance.ts'
import { MAX_NOTICES, NOTICE_RETENTION_DAYS, type NoticeTarget } from '#shared/contract/notice.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import { presentNotices } from './present.ts'
import { countUnread, waitForNotices, wakeWaiters } from './waiting.ts'
import { splitIntoBatches } from '#shared/util/lists.ts'

export {
  findRoleAccounts,
  type NewNotice,
  type NoticeChannel,
  notify,
  notifyEach,
  registerNoticeChannel,
  type SentNotice,
  type NotifyContext,
  type NoticeRequest,
} from './notify.ts'

/** The message a notice refers to. */
interface NoticeSubject {
  place: NoticeTarget
  contentId: number
}

/** Accounts per statement. */
const MAX_STATEMENT_ACCOUNTS = 500

/** Marks the account's notices of a message as read, because the account has opened the message itself. */
export async function readNotices(
  ctx: CallContext,
  accountId: number,
  { place, contentId }: NoticeSubject,
): Promise<void> {
  const done = await ctx.db
    .updateTable('notice')
    .set({ readTime: ctx.clock.now().getTime() })
    .where('accountId', '=', accountId)
    .where('readTime', '=', 0)
    .where('place', '=', place)
    .where('contentId', '=', contentId)
    .executeTakeFirst()
  if (done.numUpdatedRows > 0n) ctx.afterCommit(() => wakeWaiters(ctx.deps, [accountId]))
}

/** Deletes the notices of a recalled message. */
export async function removeNotices(
  ctx: CallContext,
  accountIds: readonly number[],
  { place, contentId }: NoticeSubject,
): Promise<void> {
  for (const part of splitIntoBatches(accountIds, MAX_STATEMENT_ACCOUNTS))
    await ctx.db
      .deleteFrom('notice')
      .where('accountId', 'in', part)
      .where('place', '=', place)
      .where('contentId', '=', contentId)
      .execute()
  ctx.afterCommit(() => wakeWaiters(ctx.deps, accountIds))
}

const routes: Routes<'notice'> = {
  'notice.wait': waitForNotices,
  'notice.count': async (ctx) => ({ unread: await countUnread(ctx.db, ctx.requireSignedIn().accountId) }),
  'notice.page': async (ctx, { page, size, key, unreadOnly }) => {
    let found = ctx.db.selectFrom('notice').where('accountId', '=', ctx.requireSignedIn().accountId)
    if (unreadOnly) found = found.where('readTime', '=', 0)
    if (key) found = found.where((eb) => contains([eb.ref('title'), eb.ref('body')], key))
    const { rows, total } = await readPage(found.selectAll().orderBy('id', 'desc'), { page, size })
    return pageOf(await presentNotices(ctx.db, rows), total, size)
  },
  'notice.markRead': (ctx, { idList }) => markRead(ctx, idList),
  'notice.markAllRead': (ctx) => markRead(ctx, null),
}

/** Marks the caller's own notices as read; null: all of them. Ids of other accounts are ignored. */
async function markRead(ctx: CallContext, ids: readonly number[] | null): Promise<null> {
  const { accountId } = ctx.requireSignedIn()
  let rows = ctx.db
    .updateTable('notice')
    .set({ readTime: ctx.clock.now().getTime() })
    .where('accountId', '=', accountId)
    .where('readTime', '=', 0)
  if (ids) rows = rows.where('id', 'in', ids)
  await rows.execute()
  ctx.afterCommit(() => wakeWaiters(ctx.deps, [accountId]))
  return null
}

/** Deletes old notices, those beyond the limit per account, and those of deleted accounts. */
export async function pruneNotices({ db, clock }: ServerDeps): Promise<void> {
  await db
    .deleteFrom('notice')
    .where('createTime', '<', clock.now().getTime() - NOTICE_RETENTION_DAYS * DAY_MS)
    .execute()
  const full = await db
    .selectFrom('notice')
    .select('accountId')
    .groupBy('accountId')
    .having((eb) => eb(eb.fn.countAll<number>(), '>', MAX_NOTICES))
    .execute()
  for (const { accountId } of full) {
    const first = await db
      .selectFrom('notice')
      .select('id')
      .where('accountId', '=', accountId)
      .orderBy('id', 'desc')
      .offset(MAX_NOTICES)
      .limit(1)
      .executeTakeFirst()
    if (first) await db.deleteFrom('notice').where('accountId', '=', accountId).where('id', '<=', first.id).execute()
  }
  await db
    .deleteFrom('notice')
    .where('accountId', 'not in', (eb) => eb.selectFrom('account').select('id'))
    .execute()
}

const plugin = (app: FastifyInstance, deps: ServerDeps): void =>
  scheduleMaintenance(app, deps, () => pruneNotices(deps))

/** Notices of the program to accounts. */
export const notice: Resource = { routes, plugin }
