import type { CallContext } from '#server/http/context.ts'
import { missingRecord } from '#server/http/missingRecords.ts'
import { PreparedHandler } from '#server/http/routes.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import {
  approvals,
  requireContentColumn,
  type ContentColumn,
  type Entry,
  processStored,
  type LargeTexts,
  lockForEdit,
  recordEvents,
  removeEntries,
  requireAction,
  requireSaveRights,
  saveValues,
  type Values,
} from '../entry/index.ts'
import { readCopyBase, deletePendingUpdate, saveCopyBase } from './follow.ts'

type UpdateAnswer = ParsedOf<'crossCopy.answerUpdate'>

/**
 * Accepts the source's pending update into the copy, as a normal save with all its checks, or rejects it, so that the
 * same change is not offered again.
 */
export const answerUpdate = new PreparedHandler<'crossCopy.answerUpdate'>(async (ctx, input) => {
  const { fields } = await requireUpdate(ctx, input)
  const large = await processStored(ctx, input.menuId, fields)
  return async (tx) => {
    await applyAnswer(tx, input, large)
    return null
  }
})

/** The pending update of the entry. AppError `not-found`. */
async function requireUpdate({ db }: CallContext, { dataId, updateId }: UpdateAnswer) {
  const row = await db
    .selectFrom('copy_update')
    .selectAll()
    .where('id', '=', updateId)
    .where('targetId', '=', dataId)
    .executeTakeFirst()
  if (!row) throw missingRecord('来源的更新已被处理，或来源又有了新的更新，请刷新', updateId)
  return { ...row, fields: JSON.parse(row.fields) as Values }
}

async function applyAnswer(ctx: CallContext, input: UpdateAnswer, large: LargeTexts): Promise<void> {
  const { menuId, dataId, version, accept, acceptSensitive } = input
  const column = await requireContentColumn(ctx, menuId)
  const before = await lockForEdit(ctx, column, dataId, version)
  const update = await requireUpdate(ctx, input)
  if (accept && update.kind === 'delete') return removeCopy(ctx, column, before)
  const link = { ruleId: update.ruleId, sourceId: update.sourceId, targetId: dataId }
  const linkRow = await ctx.db
    .selectFrom('copy_link')
    .select('base')
    .where('ruleId', '=', link.ruleId)
    .where('sourceId', '=', link.sourceId)
    .executeTakeFirst()
  const base = await readCopyBase(ctx.db, { ...link, base: linkRow?.base ?? '' })
  await deletePendingUpdate(ctx.db, dataId)
  await saveCopyBase(ctx.db, link, { ...base, ...update.fields })
  if (!accept) {
    const event = { entry: before.row, kind: 'updateKept', refId: update.sourceId } as const
    return recordEvents(ctx, [event])
  }
  const waiting = await approvals.get().readPendingValues(ctx, before.row)
  const start = waiting ?? before.values
  const isStatus = before.row.isStatus === 1 || waiting !== null
  requireSaveRights(ctx, column, before, isStatus)
  const values = { ...start, ...update.fields }
  const options = { values, start, isWaiting: waiting !== null, isStatus, acceptSensitive, reason: 'follow' } as const
  await saveValues(ctx, column, before, { ...options, large })
}

async function removeCopy(ctx: CallContext, column: ContentColumn, { row }: Entry): Promise<void> {
  requireAction(ctx, column, 'remove')
  await deletePendingUpdate(ctx.db, row.id)
  await removeEntries(ctx, { classId: column.id, idList: [row.id], final: false })
}
