import type { CallContext } from '#server/http/context.ts'
import type { EntryEventKind } from '#shared/domain/entryEvents.ts'
import { approvals, changedNames, type Entry } from '../entry/index.ts'

/** Events that change the texts of an entry or unpublish it. */
const CHANGING_EVENTS: readonly EntryEventKind[] = [
  'saved',
  'published',
  'unpublished',
  'imported',
  'followed',
  'moved',
  'restored',
  'rejected',
]

/** The agreed version that waits for its time, if the entry is unchanged since; null when somebody changed it. */
export async function findUnchangedAgreement(ctx: CallContext, entry: Entry, approvalId: number) {
  const agreed = await approvals.get().readAgreedValues(ctx, entry.row, approvalId)
  if (!agreed) return null
  // A draft got the agreed texts when it was submitted; a public entry gets them at the planned time.
  if (entry.row.isStatus === 0) return changedNames(entry.values, agreed.values).length === 0 ? agreed : null
  // Without an `agreed` event every change counts as later.
  const events = ctx.db.selectFrom('content_event').where('contentId', '=', entry.row.id)
  const changed = await events
    .select('id')
    .where('kind', 'in', CHANGING_EVENTS)
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
