import type { CallContext } from '#server/http/context.ts'
import type { NoticeTarget } from '#shared/contract/notice.ts'
import { inParts } from '#shared/util/lists.ts'
import { wakeWaiting } from './waiting.ts'

/** The message that notices are about. */
interface About {
  place: NoticeTarget
  contentId: number
}

/** Accounts of one statement. */
const ACCOUNTS = 500

/** What the account was told of the message counts as read: it has seen the message itself. */
export async function readNotices(ctx: CallContext, accountId: number, { place, contentId }: About): Promise<void> {
  const done = await ctx.db
    .updateTable('notice')
    .set({ readTime: ctx.clock.now().getTime() })
    .where('accountId', '=', accountId)
    .where('readTime', '=', 0)
    .where('place', '=', place)
    .where('contentId', '=', contentId)
    .executeTakeFirst()
  if (done.numUpdatedRows > 0n) ctx.afterCommit(() => wakeWaiting(ctx.deps, [accountId]))
}

/** The message was taken back: those accounts were never told of it. */
export async function forgetNotices(
  ctx: CallContext,
  accountIds: readonly number[],
  { place, contentId }: About,
): Promise<void> {
  for (const part of inParts(accountIds, ACCOUNTS))
    await ctx.db
      .deleteFrom('notice')
      .where('accountId', 'in', part)
      .where('place', '=', place)
      .where('contentId', '=', contentId)
      .execute()
  ctx.afterCommit(() => wakeWaiting(ctx.deps, accountIds))
}
