import { ownerlessJob } from '#server/jobs/queue.ts'
import { wakeJobs } from '#server/jobs/runner.ts'
import type { EntryEventKind } from '#shared/domain/entryEvents.ts'
import { toChunks, type EntryEvent, type EventWriter } from '../entry/index.ts'

/** Events that may have to reach the copies of an entry. */
const FOLLOWED_EVENTS: ReadonlySet<EntryEventKind> = new Set([
  'saved',
  'published',
  'unpublished',
  'rejected',
  'restored',
  'followed',
  'recycled',
  'deleted',
])

/** Queues the copies that have to follow these events, in the transaction of the events; one query per batch. */
export async function queueFollowing(ctx: EventWriter, events: readonly EntryEvent[]): Promise<void> {
  const ids = [...new Set(events.flatMap(({ kind, entry }) => (FOLLOWED_EVENTS.has(kind) ? entry.id : [])))]
  if (ids.length === 0) return
  let isAny = false
  for (const part of toChunks(ids)) {
    const links = await ctx.db
      .selectFrom('copy_link')
      .innerJoin('copy_rule', 'copy_rule.id', 'copy_link.ruleId')
      .select(['copy_link.ruleId', 'copy_link.sourceId'])
      .where('copy_link.sourceId', 'in', part)
      .where('copy_rule.isRun', '=', 1)
      .where((eb) => eb.or([eb('followUpdate', '=', 1), eb('followUnpublish', '=', 1), eb('followDelete', '=', 1)]))
      .execute()
    if (links.length === 0) continue
    isAny = true
    await ctx.db
      .insertInto('copy_follow')
      .values(links.map((link) => ({ ...link, mark: 1 })))
      .onConflict((conflict) =>
        conflict.columns(['ruleId', 'sourceId']).doUpdateSet((eb) => ({ mark: eb('copy_follow.mark', '+', 1) })),
      )
      .execute()
  }
  if (isAny) await queueJobOnce(ctx)
}

/** One queued job is enough: it processes everything queued before it starts. It belongs to no account. */
async function queueJobOnce(ctx: EventWriter): Promise<void> {
  const waiting = await ctx.db
    .selectFrom('job')
    .select('id')
    .where('kind', '=', 'copyRule.follow')
    .where('state', '=', 'queued')
    .executeTakeFirst()
  if (!waiting)
    await ctx.db
      .insertInto('job')
      .values(ownerlessJob({ kind: 'copyRule.follow', title: '副本随来源更新', siteId: 0, input: {} }, ctx.clock.now()))
      .execute()
  const { deps } = ctx
  if (deps) ctx.afterCommit?.(() => wakeJobs(deps, 'copyRule.follow'))
}
