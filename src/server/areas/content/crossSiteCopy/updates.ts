import type { CallContext } from '#server/http/context.ts'
import { goneRecord } from '#server/http/missing.ts'
import { Prepared } from '#server/http/routes.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import {
  approvals,
  columnFor,
  type ContentColumn,
  type Entry,
  largeTextsIn,
  type LargeTexts,
  lockForEdit,
  noteEvents,
  remove,
  requireAction,
  requireSaver,
  saveValues,
  type Values,
} from '../entry/index.ts'
import { baseOf, dropUpdate, saveCopyBase } from './follow.ts'

type Answer = ParsedOf<'crossCopy.answerUpdate'>

/**
 * Accepts the source's pending update into the copy, as a normal save with all its checks, or rejects it, so that the
 * same change is not offered again.
 */
export const answerUpdate = new Prepared<'crossCopy.answerUpdate'>(async (ctx, input) => {
  const { fields } = await updateFor(ctx, input)
  const large = await largeTextsIn(ctx, input.menuId, fields)
  return async (tx) => {
    await answer(tx, input, large)
    return null
  }
})

/** The pending update of the entry. AppError `not-found`. */
async function updateFor({ db }: CallContext, { dataId, updateId }: Answer) {
  const row = await db
    .selectFrom('copy_update')
    .selectAll()
    .where('id', '=', updateId)
    .where('targetId', '=', dataId)
    .executeTakeFirst()
  if (!row) throw goneRecord('来源的更新已被处理，或来源又有了新的更新，请刷新', updateId)
  return { ...row, fields: JSON.parse(row.fields) as Values }
}

async function answer(ctx: CallContext, input: Answer, large: LargeTexts): Promise<void> {
  const { menuId, dataId, version, accept, acceptSensitive } = input
  const column = await columnFor(ctx, menuId)
  const before = await lockForEdit(ctx, column, dataId, version)
  const update = await updateFor(ctx, input)
  if (accept && update.kind === 'delete') return removeCopy(ctx, column, before)
  const link = { ruleId: update.ruleId, sourceId: update.sourceId, targetId: dataId }
  const kept = await ctx.db
    .selectFrom('copy_link')
    .select('base')
    .where('ruleId', '=', link.ruleId)
    .where('sourceId', '=', link.sourceId)
    .executeTakeFirst()
  const base = await baseOf(ctx.db, { ...link, base: kept?.base ?? '' })
  await dropUpdate(ctx.db, dataId)
  await saveCopyBase(ctx.db, link, { ...base, ...update.fields })
  if (!accept) {
    const event = { entry: before.row, kind: 'updateKept', refId: update.sourceId } as const
    return noteEvents(ctx, [event])
  }
  const waiting = await approvals.get().waitingValues(ctx, before.row)
  const start = waiting ?? before.values
  const isStatus = before.row.isStatus === 1 || waiting !== null
  requireSaver(ctx, column, before, isStatus)
  const values = { ...start, ...update.fields }
  const how = { values, start, isWaiting: waiting !== null, isStatus, acceptSensitive, reason: 'follow' } as const
  await saveValues(ctx, column, before, { ...how, large })
}

async function removeCopy(ctx: CallContext, column: ContentColumn, { row }: Entry): Promise<void> {
  requireAction(ctx, column, 'remove')
  await dropUpdate(ctx.db, row.id)
  await remove(ctx, { classId: column.id, idList: [row.id], final: false })
}
