import type { CallContext } from '#server/http/context.ts'
import type { EntryEventKind } from '#shared/domain/entryEvents.ts'
import { approvals, changedNames, type Entry } from '../entry/index.ts'

/** What changes the words of an entry, or takes them off. */
const CHANGES: readonly EntryEventKind[] = [
  'saved',
  'published',
  'unpublished',
  'imported',
  'followed',
  'moved',
  'restored',
  'rejected',
]

/** What was agreed to and is kept for a date, if the entry is still what it was then; null: somebody has changed it. */
export async function stillAgreed(ctx: CallContext, entry: Entry, approvalId: number) {
  const agreed = await approvals.get().agreedValues(ctx, entry.row, approvalId)
  if (!agreed) return null
  // A draft has had the words since they were applied for; what is public gets them on the date.
  if (entry.row.isStatus === 0) return changedNames(entry.values, agreed.values).length === 0 ? agreed : null
  // Of an agreement that nothing tells of, any change is a later one.
  const events = ctx.db.selectFrom('content_event').where('contentId', '=', entry.row.id)
  const changed = await events
    .select('id')
    .where('kind', 'in', CHANGES)
    .where(
      'id',
      '>',
      events
        .select((eb) => eb.fn.coalesce(eb.fn.max('id'), eb.lit(0)).as('at'))
        .where('kind', '=', 'agreed')
        .where('refId', '=', approvalId),
    )
    .limit(1)
    .executeTakeFirst()
  return changed ? null : agreed
}
