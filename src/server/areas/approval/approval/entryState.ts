import type { Approvals } from '#server/areas/content/entry/index.ts'
import { allowed } from '#server/areas/content/entry/index.ts'
import { readApproval } from '#shared/domain/passState.ts'
import { actorOf, mayAct, staffedFor } from './actors.ts'
import { waitingFor } from './applications.ts'
import { stepsOf } from './rows.ts'
import { presentApplication, withSiteTitles } from './list.ts'

/** The last application for an entry, while it waits or when it was refused: what came after it says nothing more. */
export const stateOf: Approvals['stateOf'] = async (ctx, column, { id: contentId, pass, approveResult }) => {
  const last = await ctx.db
    .selectFrom('approval')
    .select(['id', 'state'])
    .where('contentId', '=', contentId)
    .where('classId', '=', column.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const isRefused = last?.state === 'refused' && pass === 0
  if (!last || (last.state !== 'waiting' && !isRefused)) return null
  const row = (await withSiteTitles(ctx, [last.id])).get(last.id)
  if (!row) return null
  const isOwn = row.applicantId === ctx.signed().accountId
  const mayWithdraw = row.state === 'waiting' && row.revocability === 1 && (isOwn || allowed(ctx, column, 'edit'))
  const shown = presentApplication(row)
  // The entry's own record has the real name of the person who refused.
  const endedBy = readApproval(approveResult)?.trueName || shown.endedBy
  return { ...shown, endedBy, wasPublic: row.wasPublic === 1, mayWithdraw }
}

/** Did the caller apply for what waits for the entry, or may he act in one of its steps? */
export const takesPart: Approvals['takesPart'] = async (ctx, row) => {
  const approval = await waitingFor(ctx.db, row)
  if (!approval) return false
  if (approval.applicantId === ctx.signed().accountId) return true
  const steps = stepsOf(approval)
  const [actor, staffed] = [await actorOf(ctx), await staffedFor(ctx, steps)]
  return steps.some((step) => mayAct(actor, step, staffed))
}
