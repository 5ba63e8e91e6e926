import type { CallContext } from '#server/http/context.ts'
import type { FieldPair } from '#shared/contract/content.ts'
import {
  approvals,
  changedNames,
  type ContentColumn,
  type Entry,
  lockActive,
  mergeValues,
  requireSaveRights,
  saveValues,
  readWithBodies,
  writeEntries,
  type EntryWrite,
} from '../entry/index.ts'
import type { NewLine } from './store.ts'

/** New texts of an entry imported before, with its report line. */
export interface EntryUpdate {
  id: number
  line: NewLine
  pairs: readonly FieldPair[]
}

/**
 * Updates the texts that the source names; the rest and the entry's state stay. A public or submitted entry is saved as by
 * its form, with all its checks. AppErrors of those checks: nothing is written.
 */
export async function updateEntries(
  ctx: CallContext,
  column: ContentColumn,
  updates: readonly EntryUpdate[],
): Promise<void> {
  if (updates.length === 0) return
  const byId = new Map(updates.map((update) => [update.id, update]))
  const drafts: EntryWrite[] = []
  for (const before of await readWithBodies(ctx.db, await lockActive(ctx, column, [...byId.keys()]))) {
    const update = byId.get(before.row.id)
    if (!update) continue
    if (before.row.isStatus === 1 || before.row.approveInstanceId !== '') await saveOne(ctx, column, before, update)
    else {
      const values = mergeValues(column, before.values, update.pairs, false)
      drafts.push({ before, change: { values, isStatus: false, reason: 'import' } })
    }
  }
  await writeEntries(ctx, column, drafts)
}

async function saveOne(
  ctx: CallContext,
  column: ContentColumn,
  before: Entry,
  { line, pairs }: EntryUpdate,
): Promise<void> {
  const waiting = await approvals.get().readPendingValues(ctx, before.row)
  const start = waiting ?? before.values
  const values = mergeValues(column, start, pairs, false)
  if (changedNames(start, values).length === 0) return
  const isStatus = before.row.isStatus === 1
  requireSaveRights(ctx, column, before, isStatus)
  const { approval } = await saveValues(ctx, column, before, {
    values,
    start,
    isWaiting: waiting !== null,
    isStatus,
    acceptSensitive: false,
    reason: 'import',
  })
  const said = approval === 'none' ? (waiting ? '已撤回原审批申请' : '') : '已提交审批，同意后公开'
  line.reason = [line.reason, said].filter(Boolean).join('；')
}
